package io.koordbridge.manager.publish;

import io.koordbridge.capacity.offered.BatchCapacity;
import io.koordbridge.capacity.offered.StageNames;
import io.koordbridge.capacity.plan.NodePlan;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.capacity.plan.StageOutcome;
import io.koordbridge.manager.publish.NodeResourceMetrics.Phase;

/** Turns a plan into the metrics of its stages. */
final class StageCounts {

    private StageCounts() {}

    static void count(NodeResourceMetrics metrics, NodePlan plan) {
        Phase calculation = plan.terms().strategy().nodeEnabled() ? Phase.CALCULATE : Phase.RESET;
        BatchCapacity.of(plan.terms()).zones().forEach(zone -> metrics.damped("zone-", zone.amounts()));
        if (plan.zonesDefect() != null) {
            metrics.ran(StageNames.BATCH_RESOURCE, Phase.PRE_UPDATE, false);
            metrics.stageThrew(StageNames.BATCH_RESOURCE);
        }
        for (StageOutcome<?> outcome : plan.terms().stages()) {
            String stage = outcome.name();
            metrics.damped("", outcome.damped());
            metrics.ran(stage, calculation, outcome.problem() == null);
            if (outcome.defect() != null) {
                metrics.stageThrew(stage);
            }
            metrics.ran(stage, Phase.PREPARE, outcome.prepared());
            if (outcome.stage().owned().hasResources()) {
                metrics.ran(stage, Phase.CHECK_STATUS, true);
            }
            if (outcome.stage().owned().hasMetadata()) {
                metrics.ran(stage, Phase.CHECK_METADATA, true);
            }
        }
    }

    /** Amounts before normalization, write thresholds and third parties. */
    static void publish(AllocatableGauges gauges, NodeTerms terms) {
        terms.stages()
                .forEach(outcome -> outcome.amounts()
                        .forEach((resource, amount) ->
                                gauges.set(terms.node(), resource, amount, terms.calculatedAt())));
    }
}
