package io.koordbridge.capacity.stages;

import io.koordbridge.api.document.node.NodeRatioDocument;
import io.koordbridge.capacity.batchresource.BatchAllotment;
import io.koordbridge.capacity.batchresource.BatchAllotment.Reason;
import io.koordbridge.capacity.batchresource.BatchSplit;
import io.koordbridge.capacity.batchresource.BatchSplitPlanner;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.batchresource.TopologyZones;
import io.koordbridge.capacity.batchresource.ZoneAllotment;
import io.koordbridge.capacity.batchresource.ZoneCapacity;
import io.koordbridge.capacity.cpunormalization.NormalizationOutcome;
import io.koordbridge.capacity.damping.Damped;
import io.koordbridge.capacity.damping.DampedCalculation;
import io.koordbridge.capacity.explain.NodeSums;
import io.koordbridge.capacity.plan.Attempt;
import io.koordbridge.capacity.plan.BatchCapacity;
import io.koordbridge.capacity.plan.BatchPublication;
import io.koordbridge.capacity.plan.CalculatedFrom;
import io.koordbridge.capacity.plan.Defect;
import io.koordbridge.capacity.plan.NodeInputs;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.capacity.plan.Owned;
import io.koordbridge.capacity.plan.PublishedNode;
import io.koordbridge.capacity.plan.ResourceStage;
import io.koordbridge.capacity.plan.StageFacts;
import io.koordbridge.capacity.plan.StageNames;
import io.koordbridge.capacity.preparation.NodePreparation;
import io.koordbridge.capacity.sum.Sum;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Batch capacity of the node and of its zones. */
@PureCore
final class BatchStage implements ResourceStage<BatchCapacity> {

    private static final double MILLI_PER_CORE = 1000.0;

    /** Batch capacity of each zone, together with that of the node. */
    interface ZoneRule {
        List<Damped<ZoneAllotment>> calculate(StageFacts facts, Damped<BatchAllotment> batch);
    }

    private final ZoneRule zoneRule;

    BatchStage() {
        this(BatchStage::zones);
    }

    BatchStage(ZoneRule zoneRule) {
        this.zoneRule = zoneRule;
    }

    @Override
    public String name() {
        return StageNames.BATCH_RESOURCE;
    }

    @Override
    public Owned owned() {
        return Owned.smoothed(PublishedNode.BATCH);
    }

    @Override
    public BatchCapacity calculate(StageFacts facts) {
        NodeInputs inputs = facts.inputs();
        Damped<BatchAllotment> batch = DampedCalculation.batch(
                facts.basis(), inputs.before().damping().batch(), ShownCapacities.batch(inputs));
        Reason removed = ShownLimit.removes(
                        inputs, PublishedNode.BATCH, batch.allotment().reason())
                .orElse(null);
        if (removed != null) {
            return removed(facts, removed, facts.reportedAt());
        }
        Attempt<List<Damped<ZoneAllotment>>> zones = Attempt.of(() -> zoneRule.calculate(facts, batch));
        double ratio = ratio(facts);
        return new BatchCapacity(
                batch,
                ratio,
                ShownLimit.batch(inputs, BatchSplitPlanner.split(batch.allotment(), ratio, inputs.thirdParties())),
                zones.orElse(defect -> List.of()),
                zones.defect(),
                facts.reportedAt(),
                zones.orKept(
                        facts.reportedAt(), inputs.before().calculatedFrom().zones()));
    }

    private static List<Damped<ZoneAllotment>> zones(StageFacts facts, Damped<BatchAllotment> batch) {
        NodeInputs inputs = facts.inputs();
        List<ZoneCapacity> capacities = TopologyZones.capacities(inputs.zones());
        return capacities.isEmpty()
                ? List.of()
                : DampedCalculation.zones(
                        facts.basis(),
                        capacities,
                        batch,
                        inputs.before().damping().zones(),
                        ShownCapacities.zones(inputs));
    }

    /** Without batch capacity of the node its zones have no capacity either. */
    @Override
    public BatchCapacity failed(StageFacts facts, Defect defect) {
        NodeInputs inputs = facts.inputs();
        CalculatedFrom from = inputs.before().calculatedFrom();
        BatchAllotment kept = BatchAllotment.reset(facts.keptBecause(from.batch()), facts.usageAt());
        double ratio = ratio(facts);
        return new BatchCapacity(
                kept.isKept()
                        ? new Damped<>(kept, null, inputs.before().damping().batch())
                        : Damped.undamped(kept),
                ratio,
                BatchSplitPlanner.split(kept, ratio, inputs.thirdParties()),
                List.of(),
                facts.reached().defect(),
                from.batch(),
                from.zones());
    }

    @Override
    public BatchCapacity reset(StageFacts facts) {
        return removed(facts, Reason.COLOCATION_DISABLED, facts.inputs().now());
    }

    private static BatchCapacity removed(StageFacts facts, Reason reason, Instant from) {
        BatchAllotment off = BatchAllotment.reset(reason, facts.usageAt());
        BatchSplit split = BatchSplitPlanner.split(off, 1, facts.inputs().thirdParties());
        return new BatchCapacity(Damped.undamped(off), 1, split, List.of(), null, from, from);
    }

    @Override
    public NodePreparation preparation(BatchCapacity result) {
        return result.batch().allotment().isKept()
                ? NodePreparation.NOTHING
                : BatchPublication.resources(result.split());
    }

    @Override
    public boolean prepared(BatchCapacity result) {
        return result.split().thirdParty().source() != ThirdPartyShare.Source.UNREADABLE;
    }

    @Override
    public Map<String, Double> amounts(BatchCapacity result) {
        BatchAllotment batch = result.batch().allotment();
        return batch.isReset()
                ? Map.of()
                : Map.of(
                        ResourceNames.BATCH_CPU, batch.milliCpu() / MILLI_PER_CORE, ResourceNames.BATCH_MEMORY, (double)
                                batch.bytes());
    }

    @Override
    public List<Sum> explain(NodeTerms terms) {
        return NodeSums.ofBatch(terms);
    }

    /**
     * Without a ratio of its own a pass scales nothing, although the node's annotation stays: an unconfirmed ratio
     * makes no capacity. Only where the stage threw or is switched off, the annotation stays with what it means for the CPU.
     */
    private static double ratio(StageFacts facts) {
        String shown = facts.inputs().annotations().get(Annotations.NODE_CPU_NORMALIZATION_RATIO);
        NormalizationOutcome outcome = facts.earlier(StageNames.CPU_NORMALIZATION, NormalizationOutcome.class)
                .orElse(null);
        return NodeRatioDocument.normalization(
                        outcome == null ? shown : outcome.ratioText().orElse(null))
                .orElse(1.0);
    }
}
