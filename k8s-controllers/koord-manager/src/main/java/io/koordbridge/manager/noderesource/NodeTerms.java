package io.koordbridge.manager.noderesource;

import io.koordbridge.manager.batchresource.BatchAllotment;
import io.koordbridge.manager.batchresource.BatchSplit;
import io.koordbridge.manager.damping.DampedBatch;
import io.koordbridge.manager.midresource.MidAllotment;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Every number of a pass, for explaining: nothing is computed again.
 *
 * @param stages what each stage came to, in order
 * @param batch batch capacity with what damping did
 * @param normalizationRatio ratio that the batch CPU was scaled by
 * @param reportSeenAt when the NodeMetric arrived, null without one
 * @param held what pods on the node hold of batch and mid resources, by name
 */
public record NodeTerms(
        String node,
        Instant calculatedAt,
        EffectiveStrategy.ForNode strategy,
        List<StageOutcome> stages,
        MidAllotment mid,
        DampedBatch batch,
        double normalizationRatio,
        BatchSplit split,
        @Nullable Instant reportSeenAt,
        Map<String, Long> held) {

    public NodeTerms {
        stages = List.copyOf(stages);
        held = Map.copyOf(held);
    }

    /** Batch capacity before normalization and third parties. */
    public BatchAllotment allotment() {
        return batch.allotment();
    }
}
