package io.koordbridge.capacity.stages;

import io.koordbridge.capacity.batchresource.BatchAllotment.Reason;
import io.koordbridge.capacity.damping.AmountState;
import io.koordbridge.capacity.damping.Damped;
import io.koordbridge.capacity.damping.DampedAmount;
import io.koordbridge.capacity.damping.Published;
import io.koordbridge.capacity.explain.NodeSums;
import io.koordbridge.capacity.midresource.MidAllotment;
import io.koordbridge.capacity.offered.CapacityMemory;
import io.koordbridge.capacity.offered.DampedMid;
import io.koordbridge.capacity.offered.MidCapacity;
import io.koordbridge.capacity.offered.StageNames;
import io.koordbridge.capacity.plan.Defect;
import io.koordbridge.capacity.plan.NodeInputs;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.capacity.plan.Outlook;
import io.koordbridge.capacity.plan.Owned;
import io.koordbridge.capacity.plan.ResourceStage;
import io.koordbridge.capacity.plan.StageFacts;
import io.koordbridge.capacity.preparation.NodePreparation;
import io.koordbridge.capacity.sum.Sum;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Mid capacity of the node. */
@PureCore
final class MidStage implements ResourceStage<MidCapacity> {

    @Override
    public String name() {
        return StageNames.MID_RESOURCE;
    }

    @Override
    public Owned owned() {
        return Owned.smoothed(MidCapacity.RESOURCES);
    }

    @Override
    public MidCapacity calculate(StageFacts facts) {
        NodeInputs inputs = facts.inputs();
        Damped<MidAllotment> mid =
                DampedMid.of(facts.basis(), new Published(before(facts).node(), ShownCapacities.mid(inputs)));
        Damped<MidAllotment> limited = ShownLimit.removes(
                        inputs, MidCapacity.RESOURCES, mid.allotment().reason())
                .map(reason -> Damped.undamped(MidAllotment.reset(reason, facts.usageAt())))
                .orElseGet(() -> mid.with(ShownLimit.mid(inputs, mid.allotment())));
        return new MidCapacity(limited, facts.reportedAt());
    }

    @Override
    public MidCapacity failed(StageFacts facts, Defect defect) {
        CapacityMemory before = before(facts);
        MidAllotment kept = MidAllotment.reset(KeptCapacity.because(facts, before.from()), facts.usageAt());
        return new MidCapacity(kept.isKept() ? Damped.kept(kept, before.node()) : Damped.undamped(kept), before.from());
    }

    @Override
    public MidCapacity reset(StageFacts facts) {
        MidAllotment off = MidAllotment.reset(Reason.COLOCATION_DISABLED, facts.usageAt());
        return new MidCapacity(Damped.undamped(off), facts.inputs().now());
    }

    private static CapacityMemory before(StageFacts facts) {
        return CapacityMemory.of(facts, StageNames.MID_RESOURCE);
    }

    @Override
    public Outlook outlook(MidCapacity result, StageFacts facts) {
        Optional<Instant> tooOldAt = result.allotment().reason() == Reason.STAGE_FAILED
                ? Optional.of(KeptCapacity.until(result.from(), facts))
                : Optional.empty();
        Map<String, AmountState> after =
                result.mid().after(facts.inputs().protection().growsNot());
        return new Outlook(
                new CapacityMemory(result.from(), result.from(), after, Map.of()),
                Stream.of(tooOldAt, result.mid().askAgainAt())
                        .flatMap(Optional::stream)
                        .min(Instant::compareTo),
                result.mid().changes(facts.inputs().strategy().damping().mid()),
                result.allotment().isKept(),
                false,
                null);
    }

    @Override
    public Map<String, DampedAmount> damped(MidCapacity result) {
        return result.mid().amounts();
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
