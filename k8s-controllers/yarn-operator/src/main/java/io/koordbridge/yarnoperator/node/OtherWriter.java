package io.koordbridge.yarnoperator.node;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether another writer sets the capability of a NodeManager, such as {@code rmadmin -updateNodeResource} or a dynamic-resources.xml that is
 * refreshed: what the ResourceManager had acknowledged and shown changes repeatedly, without a restart of the NodeManager
 * and without another ResourceManager. One such change may have any reason.
 *
 * @param sent what was acknowledged last, null while nothing was or an answer is missing
 * @param shown whether a report has shown it
 * @param before what the last report showed, null before the first
 * @param changes when the capability became something else, the last of them
 * @param to what it became last, null when it did not
 */
@PureCore
record OtherWriter(
        @Nullable YarnAmount sent,
        boolean shown,
        @Nullable Look before,
        List<Instant> changes,
        @Nullable YarnAmount to) {

    static final OtherWriter NONE = new OtherWriter(null, false, null, List.of(), null);

    /** This many changes within {@link #WITHIN} are not a coincidence. */
    private static final int MANY = 3;

    private static final Duration WITHIN = Duration.ofMinutes(10);

    OtherWriter {
        changes = List.copyOf(changes);
    }

    /**
     * What is seen of a NodeManager.
     *
     * @param capability by the ResourceManager
     * @param running whether it is in use and answers
     * @param epoch which ResourceManager reports
     * @param startedAt when the NodeManager's process started, in milliseconds as it reports; 0 when not reported
     */
    record Look(YarnAmount capability, boolean running, long epoch, long startedAt) {

        /** Whether it comes from the same processes as another one, as far as that is known. */
        boolean follows(Look other) {
            boolean restarted = startedAt != 0 && other.startedAt != 0 && startedAt != other.startedAt;
            return running && other.running && epoch == other.epoch && !restarted;
        }

        /** The same, with what was known before where this does not say it. */
        private Look after(@Nullable Look other) {
            return startedAt == 0 && other != null ? new Look(capability, running, epoch, other.startedAt) : this;
        }
    }

    /** An update is under way: from now on a change may be our own. */
    OtherWriter sending() {
        return new OtherWriter(null, false, before, changes, to);
    }

    /** The ResourceManager has acknowledged an update; its effect comes later. */
    OtherWriter acknowledged(YarnAmount value) {
        return new OtherWriter(value, false, before, changes, to);
    }

    /** After a report. */
    OtherWriter next(Look look, Instant now) {
        Look seen = look.after(before);
        boolean same = before != null && seen.follows(before);
        if (!same) {
            // Another process: its first value may be its own, and earlier changes no longer count.
            return new OtherWriter(null, false, seen, before == null ? changes : List.of(), null);
        }
        List<Instant> recent = new ArrayList<>(changes);
        recent.removeIf(at -> at.plus(WITHIN).isBefore(now));
        boolean equal = seen.capability().equals(sent);
        if (!shown || equal) {
            return new OtherWriter(sent, shown || equal, seen, recent, recent.isEmpty() ? null : to);
        }
        recent.add(now);
        List<Instant> last = recent.subList(Math.max(0, recent.size() - MANY), recent.size());
        return new OtherWriter(null, false, seen, last, seen.capability());
    }

    /** In one sentence, empty while no other writer is found. */
    Optional<String> problem(String nodeId, Instant now) {
        long recent =
                changes.stream().filter(at -> !at.plus(WITHIN).isBefore(now)).count();
        if (recent < MANY || to == null) {
            return Optional.empty();
        }
        return Optional.of("another writer sets the capability of NodeManager " + nodeId + ", last to " + to
                + ": want no other writer; look for yarn rmadmin -updateNodeResource, its REST call, and"
                + " dynamic-resources.xml with -refreshNodesResources");
    }
}
