package io.koordbridge.capacity.stages;

import io.koordbridge.capacity.batchresource.BatchAllotment.Reason;
import io.koordbridge.capacity.damping.Damped;
import io.koordbridge.capacity.damping.DampedCalculation;
import io.koordbridge.capacity.explain.NodeSums;
import io.koordbridge.capacity.midresource.MidAllotment;
import io.koordbridge.capacity.plan.Defect;
import io.koordbridge.capacity.plan.MidCapacity;
import io.koordbridge.capacity.plan.NodeInputs;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.capacity.plan.Owned;
import io.koordbridge.capacity.plan.PublishedNode;
import io.koordbridge.capacity.plan.ResourceStage;
import io.koordbridge.capacity.plan.StageFacts;
import io.koordbridge.capacity.plan.StageNames;
import io.koordbridge.capacity.preparation.NodePreparation;
import io.koordbridge.capacity.sum.Sum;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Mid capacity of the node. */
@PureCore
final class MidStage implements ResourceStage<MidCapacity> {

    @Override
    public String name() {
        return StageNames.MID_RESOURCE;
    }

    @Override
    public Owned owned() {
        return Owned.smoothed(PublishedNode.MID);
    }

    @Override
    public MidCapacity calculate(StageFacts facts) {
        NodeInputs inputs = facts.inputs();
        Damped<MidAllotment> mid =
                DampedCalculation.mid(facts.basis(), inputs.before().damping().mid(), ShownCapacities.mid(inputs));
        Damped<MidAllotment> limited = ShownLimit.removes(
                        inputs, PublishedNode.MID, mid.allotment().reason())
                .map(reason -> Damped.undamped(MidAllotment.reset(reason, facts.usageAt())))
                .orElseGet(() -> new Damped<>(ShownLimit.mid(inputs, mid.allotment()), mid.report(), mid.after()));
        return new MidCapacity(limited, facts.reportedAt());
    }

    @Override
    public MidCapacity failed(StageFacts facts, Defect defect) {
        Instant from = facts.inputs().before().calculatedFrom().mid();
        MidAllotment kept = MidAllotment.reset(facts.keptBecause(from), facts.usageAt());
        return new MidCapacity(
                kept.isKept()
                        ? new Damped<>(
                                kept, null, facts.inputs().before().damping().mid())
                        : Damped.undamped(kept),
                from);
    }

    @Override
    public MidCapacity reset(StageFacts facts) {
        MidAllotment off = MidAllotment.reset(Reason.COLOCATION_DISABLED, facts.usageAt());
        return new MidCapacity(Damped.undamped(off), facts.inputs().now());
    }

    @Override
    public NodePreparation preparation(MidCapacity result) {
        return result.mid().allotment().preparation();
    }

    @Override
    public Optional<String> problem(MidCapacity result) {
        MidAllotment mid = result.mid().allotment();
        return mid.failed() ? Optional.of(mid.reason().name()) : Optional.empty();
    }

    @Override
    public Map<String, Double> amounts(MidCapacity result) {
        MidAllotment mid = result.mid().allotment();
        return mid.isReset()
                ? Map.of()
                : Map.of(
                        ResourceNames.MID_CPU, (double) mid.milliCpu(),
                        ResourceNames.MID_MEMORY, (double) mid.bytes());
    }

    @Override
    public List<Sum> explain(NodeTerms terms) {
        return NodeSums.ofMid(terms);
    }
}
