package io.koordbridge.capacity.explain;

import io.koordbridge.capacity.batchresource.BatchAllotment;
import io.koordbridge.capacity.batchresource.BatchSplit;
import io.koordbridge.capacity.batchresource.BatchSplitPlanner;
import io.koordbridge.capacity.batchresource.BatchTerms;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.damping.DampedAmount;
import io.koordbridge.capacity.offered.BatchCapacity;
import io.koordbridge.capacity.offered.StageNames;
import io.koordbridge.capacity.onlineuse.OnlineEstimate;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.capacity.sum.Step.Sign;
import io.koordbridge.capacity.sum.Sum;
import io.koordbridge.capacity.sum.SumLines;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.math.BigDecimal;

/** Batch capacity of a node as a sum. */
@PureCore
final class BatchSum {

    /** Name of the line for what may not grow. */
    static final String NO_GROWTH = "no growth";

    private final NodeTerms node;
    private final BatchCapacity batch;
    private final BatchAllotment allotment;
    private final Axis axis;
    private final Sources sources;

    private BatchSum(NodeTerms node, Axis axis) {
        this.node = node;
        this.batch = BatchCapacity.of(node);
        this.allotment = batch.allotment();
        this.axis = axis;
        this.sources = new Sources(node);
    }

    static Sum of(NodeTerms node, Axis axis) {
        BatchSum sum = new BatchSum(node, axis);
        BatchTerms terms = sum.allotment.terms();
        SumLines lines = new SumLines();
        if (terms != null && !sum.allotment.isReset()) {
            new FormulaLines(node, axis, terms, 1).add(lines, sum.sources.node("status.capacity"));
            sum.damping(lines);
            sum.split(lines);
        }
        return lines.named(axis.batchName(), axis.unit(), sum.allotment.reason().name());
    }

    private void damping(SumLines lines) {
        DampedAmount damped = batch.batch().amounts().get(axis.batchName());
        long computed = damped == null ? axis.pick(allotment.milliCpu(), allotment.bytes()) : damped.computed();
        lines.settle("not explained", BigDecimal.valueOf(computed), "");
        if (damped != null) {
            DampedLines.of(node, axis, node.strategy().damping().batch(), "batch", "requests of prod and mid pods")
                    .add(lines, damped);
        }
        lines.equalHere("batch", "");
    }

    private void split(SumLines lines) {
        BatchSplit split = batch.split();
        double ratio = batch.ratio();
        if (axis == Axis.CPU && ratio > 1) {
            lines.add(
                    Sign.TIMES,
                    "normalization",
                    BigDecimal.valueOf(ratio),
                    sources.node("annotation " + Annotations.NODE_CPU_NORMALIZATION_RATIO));
        }
        held(lines, BatchSplitPlanner.split(allotment, ratio, split.thirdParty()));
        lines.settle("rounded up", origin(split), "");
        lines.equal("origin", sources.node("annotation " + Annotations.NODE_ORIGIN_ALLOCATABLE));
        BigDecimal third = BigDecimal.valueOf(
                axis.pick(split.thirdParty().microCpu(), split.thirdParty().milliBytes()), 3);
        if (third.signum() != 0) {
            lines.add(
                    Sign.MINUS,
                    "third parties",
                    third,
                    sources.node("annotation " + Annotations.NODE_THIRD_PARTY_ALLOCATIONS
                            + words(split.thirdParty().source())));
        }
        BigDecimal left = origin(split).subtract(third).max(BigDecimal.ZERO);
        BigDecimal forPods = BigDecimal.valueOf(axis.pick(split.podsMicroCpu(), split.podsMilliBytes()), 3);
        if (growsNot() && forPods.compareTo(left) < 0) {
            lines.settle("not below zero", left, "");
            lines.settle(NO_GROWTH, forPods, why());
        }
        lines.settle("not below zero", forPods, "");
        lines.equal("for pods", sources.node("status.allocatable"));
    }

    /** What is left out because nothing may grow. */
    private void held(SumLines lines, BatchSplit free) {
        if (growsNot() && origin(batch.split()).compareTo(origin(free)) < 0) {
            lines.settle("rounded up", origin(free), "");
            lines.settle(NO_GROWTH, origin(batch.split()), why());
        }
    }

    private boolean growsNot() {
        return node.protection().growsNot() || waits();
    }

    private boolean waits() {
        return node.result(StageNames.ONLINE_USE, OnlineEstimate.class)
                .filter(OnlineEstimate::waits)
                .isPresent();
    }

    private String why() {
        return node.protection().growsNot() ? node.protection().why() : "the use of online work is not known yet";
    }

    private BigDecimal origin(BatchSplit split) {
        return BigDecimal.valueOf(axis.pick(split.originMilliCpu(), split.originBytes()));
    }

    private static String words(ThirdPartyShare.Source source) {
        return switch (source) {
            case NONE, ANNOTATION -> "";
            case LAST_GOOD -> ", unreadable now: what was readable last";
            case UNREADABLE -> ", unreadable";
        };
    }
}
