package io.koordbridge.scheduler.gang.status;

import io.koordbridge.api.podgroup.PodGroupStatus;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The next status of a PodGroup; quota specification section 10.3. */
@PureCore
final class GroupPhase {

    private static final String PENDING = "Pending";
    private static final String PRE_SCHEDULING = "PreScheduling";
    private static final String FINISHED = "Finished";
    private static final String FAILED = "Failed";
    /** One that did not start running within this is left alone. */
    private static final Duration LONGEST_START = Duration.ofDays(2);

    private static final PodGroupStatus NONE = new PodGroupStatus(null, null, null, null, null, null, null);

    private GroupPhase() {}

    /**
     * The status after one step, empty when it stays as it is.
     *
     * @param minimum of the group
     * @param created when the group was created
     */
    static Optional<PodGroupStatus> next(
            @Nullable PodGroupStatus status, long minimum, PodCounts pods, Instant created, Instant now) {
        PodGroupStatus before = status == null ? NONE : status;
        String phase = Objects.requireNonNullElse(before.phase(), "");
        PodGroupStatus after = switch (phase) {
            case FINISHED, FAILED -> before;
            case "" -> phase(before, PENDING);
            case PENDING -> pending(before, minimum, pods);
            default -> isStale(before, minimum, created) ? before : placed(before, minimum, pods, now);
        };
        return after.equals(before) ? Optional.empty() : Optional.of(after);
    }

    private static PodGroupStatus pending(PodGroupStatus before, long minimum, PodCounts pods) {
        if (minimum <= 0 || pods.all() < minimum) {
            return before;
        }
        String owners = Objects.requireNonNullElse(before.occupiedBy(), "");
        return new PodGroupStatus(
                PRE_SCHEDULING,
                owners.isEmpty() && !pods.owners().isEmpty() ? pods.owners() : before.occupiedBy(),
                before.scheduled(),
                before.running(),
                before.succeeded(),
                before.failed(),
                before.scheduleStartTime());
    }

    private static PodGroupStatus placed(PodGroupStatus before, long minimum, PodCounts pods, Instant now) {
        if (pods.all() == 0) {
            return phase(before, PENDING);
        }
        String phase = pods.bound() < minimum ? "Scheduling" : "Scheduled";
        String started = before.scheduleStartTime();
        if (pods.bound() < minimum && started == null) {
            started = now.toString();
        }
        if (pods.succeeded() + pods.running() >= minimum) {
            phase = "Running";
        }
        if (pods.failed() != 0 && pods.failed() + pods.running() + pods.succeeded() >= minimum) {
            phase = FAILED;
        }
        if (pods.succeeded() >= minimum) {
            phase = FINISHED;
        }
        return new PodGroupStatus(
                phase, before.occupiedBy(), pods.bound(), pods.running(), pods.succeeded(), pods.failed(), started);
    }

    private static boolean isStale(PodGroupStatus before, long minimum, Instant created) {
        return before.scheduled() != null
                && before.scheduled() == minimum
                && Objects.requireNonNullElse(before.running(), 0) == 0
                && before.scheduleStartTime() != null
                && Duration.between(created, Instant.parse(before.scheduleStartTime()))
                                .compareTo(LONGEST_START)
                        > 0;
    }

    private static PodGroupStatus phase(PodGroupStatus before, String phase) {
        return new PodGroupStatus(
                phase,
                before.occupiedBy(),
                before.scheduled(),
                before.running(),
                before.succeeded(),
                before.failed(),
                before.scheduleStartTime());
    }
}
