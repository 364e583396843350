package io.koordbridge.capacity.explain;

import io.koordbridge.capacity.batchresource.ZoneAllotment;
import io.koordbridge.capacity.batchresource.ZonePlanner;
import io.koordbridge.capacity.damping.Damped;
import io.koordbridge.capacity.damping.DampedAmount;
import io.koordbridge.capacity.offered.BatchCapacity;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.capacity.sum.Step.Sign;
import io.koordbridge.capacity.sum.Sum;
import io.koordbridge.capacity.sum.SumLines;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.math.BigDecimal;

/** Batch capacity of a NUMA zone as a sum. */
@PureCore
final class ZoneSum {

    private ZoneSum() {}

    static Sum of(NodeTerms node, Damped<ZoneAllotment> zone, Axis axis) {
        SumLines lines = new SumLines();
        BatchCapacity batch = BatchCapacity.of(node);
        ZoneAllotment allotment = zone.allotment();
        String shownIn = "NodeResourceTopology/" + node.node() + " zone " + allotment.zone();
        new FormulaLines(
                        node,
                        axis,
                        allotment.terms(),
                        BatchCapacity.of(node).zones().size())
                .add(lines, shownIn + " allocatable");
        DampedAmount damped = zone.amounts().get(axis.batchName());
        if (damped == null) {
            BigDecimal amount = axis == Axis.CPU ? BigDecimal.valueOf(allotment.milliCpu()) : allotment.bytes();
            lines.settle("finer than " + axis.unit(), amount, "");
        } else {
            lines.settle("rounded down", BigDecimal.valueOf(damped.computed()), "whole " + axis.unit());
            DampedLines.ofZone(node).add(lines, damped);
        }
        if (axis == Axis.CPU && batch.ratio() > 1) {
            lines.equalHere("batch", "");
            lines.add(
                    Sign.TIMES,
                    "normalization",
                    BigDecimal.valueOf(batch.ratio()),
                    new Sources(node).node("annotation " + Annotations.NODE_CPU_NORMALIZATION_RATIO));
            BigDecimal normalized =
                    ZonePlanner.normalizedCpu(allotment, batch.ratio()).amount();
            lines.settle("rounded down", normalized, "thousandths");
        }
        lines.equal("for pods in the zone", shownIn);
        return lines.named(
                axis.batchName(), axis.unit(), batch.allotment().reason().name());
    }
}
