package io.koordbridge.scheduler.facts.reservation;

import io.koordbridge.protocol.PureCore;
import java.util.List;

/**
 * What reservations mean to a pod at one moment. Pods of one owner have equal marks.
 *
 * @param uids reservations that the pod may use; of one that is placed the one that it uses
 * @param preferred the one of them to use first, empty for any
 * @param problem why the pod cannot be placed at all, empty when it can
 */
@PureCore
public record ReservationMark(Kind kind, List<String> uids, String preferred, String problem) {

    /** No reservation is for the pod. */
    public static final ReservationMark NONE = new ReservationMark(Kind.MAY, List.of(), "", "");
    /** It leaves all reservations out of account. */
    public static final ReservationMark IGNORES = new ReservationMark(Kind.IGNORES, List.of(), "", "");

    /** How the pod takes them. */
    public enum Kind {
        MAY,
        /** It has to use one of them. */
        MUST,
        IGNORES,
        /** It is placed and uses one. */
        USES
    }

    public ReservationMark {
        uids = List.copyOf(uids);
    }

    /** Of a pod that is placed. */
    public static ReservationMark uses(String uid) {
        return new ReservationMark(Kind.USES, List.of(uid), "", "");
    }

    /** Of a pod that cannot be placed. */
    public static ReservationMark refused(String problem) {
        return new ReservationMark(Kind.MUST, List.of(), "", problem);
    }

    /** The reservation that a placed pod uses, empty if absent. */
    public String used() {
        return kind == Kind.USES ? uids.get(0) : "";
    }
}
