package io.koordbridge.capacity.damping;

import io.koordbridge.sloconfig.damping.DampingStrategy.Rules;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Capacity to publish.
 *
 * @param allotment what is published, with the terms of the calculation
 * @param report what damping did, null when it is off
 * @param after what the next pass needs, once this one was written
 */
public record Damped<T>(T allotment, @Nullable DampedCapacity report, CapacityState after) {

    /** What was calculated, as it is. */
    public static <T> Damped<T> undamped(T allotment) {
        return new Damped<>(allotment, null, CapacityState.UNKNOWN);
    }

    static <T> Damped<T> of(T allotment, DampedCapacity report) {
        return new Damped<>(allotment, report, report.after());
    }

    /**
     * What the next pass needs to know.
     *
     * @param growsNot whether nothing of this may grow; an amount that would have is not known then
     */
    public CapacityState after(boolean growsNot) {
        if (!growsNot) {
            return after;
        }
        return report == null ? CapacityState.UNKNOWN : report.afterWithoutGrowth();
    }

    /** Whether damping decided about changes and one of the amounts changes. */
    public boolean changes(@Nullable Rules rules) {
        return rules != null && rules.decideAboutChanges() && report != null && report.changes();
    }

    /** When the outcome changes although no input does. */
    public Optional<Instant> askAgainAt() {
        return report == null ? Optional.empty() : report.dueAt();
    }
}
