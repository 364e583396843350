package io.koordbridge.manager.noderesource;

import io.koordbridge.manager.batchresource.BatchAllotment;
import io.koordbridge.manager.batchresource.BatchSplit;
import io.koordbridge.manager.batchresource.ZoneAllotment;
import io.koordbridge.manager.cpunormalization.NormalizationOutcome;
import io.koordbridge.manager.damping.DampedBatch;
import io.koordbridge.manager.deviceresource.DeviceOutcome;
import io.koordbridge.manager.midresource.MidAllotment;
import io.koordbridge.manager.resourceamplification.AmplificationOutcome;
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
 * @param normalization null where colocation is off
 * @param normalizationRatio ratio that the batch CPU was scaled by
 * @param zones batch capacity of NUMA zones, empty without any
 * @param gpus null where colocation is off
 * @param rdma null where colocation is off
 * @param reportSeenAt when the NodeMetric arrived, null without one
 * @param held what pods on the node hold of batch and mid resources, by name
 */
public record NodeTerms(
        String node,
        Instant calculatedAt,
        EffectiveStrategy.ForNode strategy,
        List<StageOutcome> stages,
        @Nullable NormalizationOutcome normalization,
        AmplificationOutcome amplification,
        MidAllotment mid,
        DampedBatch batch,
        double normalizationRatio,
        BatchSplit split,
        List<ZoneAllotment> zones,
        @Nullable DeviceOutcome gpus,
        @Nullable DeviceOutcome rdma,
        @Nullable Instant reportSeenAt,
        Map<String, Long> held) {

    public NodeTerms {
        zones = List.copyOf(zones);
        stages = List.copyOf(stages);
        held = Map.copyOf(held);
    }

    /** Batch capacity before normalization and third parties. */
    public BatchAllotment allotment() {
        return batch.allotment();
    }
}
