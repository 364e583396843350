package io.koordbridge.capacity.explain;

import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.damping.Damped;
import io.koordbridge.capacity.damping.DampedAmount;
import io.koordbridge.capacity.midresource.MidAllotment;
import io.koordbridge.capacity.midresource.MidTerms;
import io.koordbridge.capacity.midresource.MidTerms.Measured;
import io.koordbridge.capacity.offered.MidCapacity;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.capacity.sum.Step;
import io.koordbridge.capacity.sum.Step.Sign;
import io.koordbridge.capacity.sum.Sum;
import io.koordbridge.capacity.sum.SumLines;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import io.koordbridge.sloconfig.damping.DampingStrategy.Rules;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Mid capacity of a node as a sum. */
@PureCore
final class MidSum {

    private final NodeTerms node;
    private final Damped<MidAllotment> capacity;
    private final Axis axis;
    private final Sources sources;

    private MidSum(NodeTerms node, Axis axis) {
        this.node = node;
        this.capacity = MidCapacity.of(node).mid();
        this.axis = axis;
        this.sources = new Sources(node);
    }

    static Sum of(NodeTerms node, Axis axis) {
        MidAllotment mid = MidCapacity.of(node).allotment();
        SumLines lines = new SumLines();
        MidTerms terms = mid.terms();
        if (terms != null && !mid.isReset()) {
            new MidSum(node, axis).lines(lines, terms);
        }
        return lines.named(axis.midName(), axis.unit(), mid.reason().name());
    }

    private void lines(SumLines lines, MidTerms terms) {
        ColocationStrategy strategy = node.strategy().strategy();
        Measured measured = terms.measured();
        if (measured == null) {
            long percent = axis.pick(strategy.midStaticCPUReservedPercent(), strategy.midStaticMemoryReservedPercent());
            lines.add(
                    Sign.START,
                    "fixed share of the capacity",
                    axis.of(terms.offered()),
                    sources.rule(axis.field("midStatic", "ReservedPercent") + " " + percent));
        } else {
            measured(lines, terms, measured);
        }
        lines.settle("rounded up", axis.of(terms.offered()), "");
        long percent = axis.pick(strategy.midCPUThresholdPercent(), strategy.midMemoryThresholdPercent());
        String rule = sources.rule(axis.field("mid", "ThresholdPercent") + " " + percent);
        lines.limit(axis.of(terms.limit()), rule, percent);
        damping(lines, terms);
        lines.settle(BatchSum.NO_GROWTH, published(), node.protection().why());
        lines.equal("mid", sources.node("status.allocatable"));
    }

    /** Before it was limited to what the node shows. */
    private BigDecimal calculated(MidTerms terms) {
        CpuMemory offered = terms.offered();
        CpuMemory limit = terms.limit();
        long amount =
                axis.pick(Math.min(offered.milliCpu(), limit.milliCpu()), Math.min(offered.bytes(), limit.bytes()));
        return BigDecimal.valueOf(Math.max(amount, 0));
    }

    private BigDecimal published() {
        MidAllotment mid = capacity.allotment();
        return BigDecimal.valueOf(axis.pick(mid.milliCpu(), mid.bytes()));
    }

    private void damping(SumLines lines, MidTerms terms) {
        DampedAmount damped = capacity.amounts().get(axis.midName());
        lines.settle("not below zero", damped == null ? calculated(terms) : BigDecimal.valueOf(damped.computed()), "");
        Rules rules = node.strategy().damping().mid();
        if (damped != null && rules != null) {
            lines.equalHere("left for mid", "");
            DampedLines.of(node, axis, rules, "mid", "requests of prod pods").add(lines, damped);
        }
    }

    private void measured(SumLines lines, MidTerms terms, Measured measured) {
        Instant at = capacity.allotment().usageAt();
        lines.add(
                Sign.START,
                "reclaimed from prod",
                axis.of(measured.reclaimed()),
                "the smaller of both",
                at,
                reclaimed(measured, at));
        long percent = node.strategy().strategy().midUnallocatedPercent();
        lines.add(
                Sign.PLUS,
                "share of the unrequested part",
                axis.of(measured.fromUnallocated()),
                sources.rule("midUnallocatedPercent " + percent),
                null,
                unallocated(terms, measured, at));
    }

    private List<Step> reclaimed(Measured measured, @Nullable Instant at) {
        List<Step> parts = new ArrayList<>();
        parts.add(Step.part(
                "predicted as not needed",
                axis.of(measured.prodReclaimable()),
                sources.metric("prodReclaimableMetric"),
                at));
        CpuMemory kept = node.steadied().effects().reclaimableKept();
        if (!capacity.amounts().isEmpty() && axis.of(kept).signum() != 0) {
            parts.add(
                    Step.part("of it kept", axis.of(kept), "prod pods that left the report; counted as they were", at));
        }
        parts.add(Step.part("unused", axis.of(measured.unused()), sources.metric("nodeUsage"), at));
        return parts;
    }

    private List<Step> unallocated(MidTerms terms, Measured measured, @Nullable Instant at) {
        List<Step> parts = new ArrayList<>();
        parts.add(Step.part(
                "not requested",
                axis.of(measured.unallocated()),
                "capacity - reserved - " + terms.prodPods() + " prod pods' requests",
                null));
        parts.add(Step.part(
                "reserved", axis.of(measured.overhead().system()), "the larger of system used and reserved", at));
        parts.add(Step.part(
                "reserved by annotation",
                axis.of(measured.overhead().annotationReserved()),
                sources.node("annotation " + Annotations.NODE_RESERVATION),
                null));
        parts.add(Step.part("requested by prod pods", axis.of(terms.prodRequest()), "pods of the node", null));
        return parts;
    }
}
