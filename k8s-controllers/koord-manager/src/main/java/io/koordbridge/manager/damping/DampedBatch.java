package io.koordbridge.manager.damping;

import io.koordbridge.manager.batchresource.BatchAllotment;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import io.koordbridge.sloconfig.damping.DampingStrategy;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Batch capacity to publish.
 *
 * @param allotment what is published, with the terms of the calculation
 * @param strategy what was calculated with
 * @param report what damping did, null when it is off
 * @param after what the next pass needs, once this one was written
 * @param askAgainAt when the outcome changes although no input does
 */
public record DampedBatch(
        BatchAllotment allotment,
        ColocationStrategy strategy,
        @Nullable DampingReport report,
        DampingState after,
        Optional<Instant> askAgainAt) {

    /** What was calculated, as it is. */
    public static DampedBatch undamped(BatchAllotment allotment, ColocationStrategy strategy) {
        return new DampedBatch(allotment, strategy, null, DampingState.NONE, Optional.empty());
    }

    /** Whether damping decided about changes and one of the amounts changes. */
    public boolean changes(DampingStrategy damping) {
        boolean decides = damping.growth() != null || damping.holdRangePercent() > 0;
        return decides
                && report != null
                && (report.cpu().changes() || report.memory().changes());
    }
}
