package io.koordbridge.descheduler.decide.migration;

import io.fabric8.kubernetes.api.model.ObjectReference;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.api.reservation.ReservationOwner;
import io.koordbridge.api.reservation.ReservationStatus;
import io.koordbridge.api.reservation.ReservationStatus.Condition;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.ReservationRef;
import io.koordbridge.descheduler.decide.pod.PodRef;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a job reads of its reservation.
 *
 * @param phase empty before it was seen by a scheduler
 * @param nodeName empty while it is not scheduled
 * @param unschedulable message of its condition Scheduled=False/Unschedulable, null without
 * @param ordered whether it has the order label
 * @param forOnePod whether exactly one object may use it
 * @param user the first pod that uses it
 */
@PureCore
record ReservationState(
        ReservationRef ref,
        String phase,
        String nodeName,
        boolean scheduled,
        boolean expired,
        @Nullable String unschedulable,
        boolean ordered,
        boolean forOnePod,
        @Nullable ObjectReference user) {

    private static final ReservationStatus EMPTY = new ReservationStatus(null, null, null, null, null, null);
    private static final String SUCCEEDED = "Succeeded";

    static ReservationState of(Reservation object) {
        ReservationStatus status = Objects.requireNonNullElse(object.getStatus(), EMPTY);
        Map<String, String> labels =
                Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.of());
        String phase = orEmpty(status.phase());
        String nodeName = orEmpty(status.nodeName());
        Optional<Condition> scheduled = condition(status, "Scheduled");
        Optional<Condition> ready = condition(status, "Ready");
        return new ReservationState(
                new ReservationRef(
                        orEmpty(object.getMetadata().getName()),
                        orEmpty(object.getMetadata().getUid())),
                phase,
                nodeName,
                scheduled.map(one -> "True".equals(one.status())).orElse(!nodeName.isEmpty()),
                phase.equals("Failed")
                        && ready.map(one -> "Expired".equals(one.reason())).orElse(false),
                scheduled
                        .filter(one -> "False".equals(one.status()) && "Unschedulable".equals(one.reason()))
                        .map(one -> orEmpty(one.message()))
                        .orElse(null),
                labels.containsKey(Labels.RESERVATION_ORDER),
                isForOnePod(object),
                first(status.currentOwners()));
    }

    private static Optional<Condition> condition(ReservationStatus status, String type) {
        return Objects.requireNonNullElse(status.conditions(), List.<Condition>of()).stream()
                .filter(one -> type.equals(one.type()))
                .findFirst();
    }

    private static boolean isForOnePod(Reservation object) {
        List<ReservationOwner> owners =
                object.getSpec() == null ? null : object.getSpec().owners();
        return owners != null && owners.size() == 1 && owners.get(0).object() != null;
    }

    private static @Nullable ObjectReference first(@Nullable List<ObjectReference> owners) {
        return owners == null || owners.isEmpty() ? null : owners.get(0);
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    boolean isPending() {
        return phase.isEmpty() || phase.equals("Pending");
    }

    /** Ended by a pod that uses it. */
    boolean isTaken() {
        return phase.equals(SUCCEEDED);
    }

    /** Ended by another pod than this one. */
    boolean isTakenByOther(PodRef pod) {
        return isTaken() && !isUser(pod);
    }

    private boolean isUser(PodRef pod) {
        if (user == null) {
            return false;
        }
        String uid = orEmpty(user.getUid());
        return uid.isEmpty()
                ? pod.namespace().equals(user.getNamespace()) && pod.name().equals(user.getName())
                : uid.equals(pod.uid());
    }
}
