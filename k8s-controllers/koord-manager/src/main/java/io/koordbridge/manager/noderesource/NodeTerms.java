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
 * @param normalization null where colocation is off or the stage threw
 * @param amplification null where the stage threw
 * @param normalizationRatio ratio that the batch CPU was scaled by
 * @param zones batch capacity of NUMA zones, empty without any
 * @param zonesDefect what the calculation of zones threw, null when it did not
 * @param gpus null where colocation is off or the stage threw
 * @param rdma null where colocation is off or the stage threw
 * @param reportSeenAt when the NodeMetric arrived, null without one
 * @param held what pods on the node hold of batch and mid resources, by name
 */
public record NodeTerms(
        String node,
        Instant calculatedAt,
        EffectiveStrategy.ForNode strategy,
        List<StageOutcome> stages,
        @Nullable NormalizationOutcome normalization,
        @Nullable AmplificationOutcome amplification,
        MidAllotment mid,
        DampedBatch batch,
        double normalizationRatio,
        BatchSplit split,
        List<ZoneAllotment> zones,
        @Nullable Defect zonesDefect,
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

    /** Whether zones keep what they show because nothing could be calculated. */
    boolean keepsZones() {
        return allotment().isKept() || zonesDefect != null;
    }
}
