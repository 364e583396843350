package io.koordbridge.manager.noderesource;

import io.koordbridge.capacity.batchresource.BatchAllotment;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.damping.Damped;
import io.koordbridge.capacity.damping.DampedCapacity;
import io.koordbridge.capacity.midresource.MidAllotment;
import io.koordbridge.capacity.plan.NodePlan;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.capacity.plan.Stage;
import io.koordbridge.capacity.plan.StageOutcome;
import io.koordbridge.manager.noderesource.NodeResourceMetrics.Phase;
import io.koordbridge.protocol.ResourceNames;
import java.util.EnumSet;
import java.util.Set;

/** Turns a plan into the metrics of its stages. */
final class StageCounts {

    private static final double MILLI_PER_CORE = 1000.0;
    private static final Set<Stage> CHECKS_STATUS =
            EnumSet.of(Stage.MID_RESOURCE, Stage.BATCH_RESOURCE, Stage.GPU_DEVICE_RESOURCE, Stage.RDMA_DEVICE_RESOURCE);
    private static final Set<Stage> CHECKS_METADATA =
            EnumSet.of(Stage.CPU_NORMALIZATION, Stage.RESOURCE_AMPLIFICATION, Stage.GPU_DEVICE_RESOURCE);

    private StageCounts() {}

    static void count(NodeResourceMetrics metrics, NodePlan plan) {
        Phase calculation = plan.terms().strategy().nodeEnabled() ? Phase.CALCULATE : Phase.RESET;
        boolean unreadable = plan.terms().split().thirdParty().source() == ThirdPartyShare.Source.UNREADABLE;
        damped(metrics, "batch", plan.terms().batch());
        damped(metrics, "mid", plan.terms().mid());
        plan.terms().zones().forEach(zone -> damped(metrics, "zone-batch", zone));
        if (plan.zonesDefect() != null) {
            metrics.ran(Stage.BATCH_RESOURCE, Phase.PRE_UPDATE, false);
            metrics.threw(Stage.BATCH_RESOURCE);
        }
        for (StageOutcome outcome : plan.terms().stages()) {
            Stage stage = outcome.stage();
            metrics.ran(stage, calculation, outcome.problem() == null);
            if (outcome.defect() != null) {
                metrics.threw(stage);
            }
            metrics.ran(stage, Phase.PREPARE, stage != Stage.BATCH_RESOURCE || !unreadable);
            if (CHECKS_STATUS.contains(stage)) {
                metrics.ran(stage, Phase.CHECK_STATUS, true);
            }
            if (CHECKS_METADATA.contains(stage)) {
                metrics.ran(stage, Phase.CHECK_METADATA, true);
            }
        }
    }

    private static void damped(NodeResourceMetrics metrics, String capacity, Damped<?> damped) {
        DampedCapacity report = damped.report();
        if (report != null) {
            metrics.damped(capacity, report);
        }
    }

    /** Amounts before normalization, write thresholds and third parties. */
    static void publish(AllocatableGauges gauges, NodeTerms terms) {
        MidAllotment mid = terms.mid().allotment();
        if (!mid.isReset()) {
            gauges.set(terms.node(), ResourceNames.MID_CPU, (double) mid.milliCpu(), terms.calculatedAt());
            gauges.set(terms.node(), ResourceNames.MID_MEMORY, (double) mid.bytes(), terms.calculatedAt());
        }
        BatchAllotment batch = terms.allotment();
        if (!batch.isReset()) {
            gauges.set(terms.node(), ResourceNames.BATCH_CPU, batch.milliCpu() / MILLI_PER_CORE, terms.calculatedAt());
            gauges.set(terms.node(), ResourceNames.BATCH_MEMORY, (double) batch.bytes(), terms.calculatedAt());
        }
    }
}
