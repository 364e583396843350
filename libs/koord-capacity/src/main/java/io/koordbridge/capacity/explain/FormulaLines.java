package io.koordbridge.capacity.explain;

import io.koordbridge.capacity.batchresource.BatchAllotment;
import io.koordbridge.capacity.batchresource.BatchTerms;
import io.koordbridge.capacity.batchresource.CalculatePolicy;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.PodSums;
import io.koordbridge.capacity.offered.BatchCapacity;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.capacity.sum.Step;
import io.koordbridge.capacity.sum.Step.Sign;
import io.koordbridge.capacity.sum.SumLines;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The formula of batch capacity, which holds for a node and for each of its zones, as lines of a sum. */
@PureCore
final class FormulaLines {

    private final NodeTerms node;
    private final Axis axis;
    private final Sources sources;
    private final BatchTerms terms;
    private final CalculatePolicy policy;
    private final @Nullable Instant usageAt;
    private final ExpectedLine expected;

    /**
     * The lines of a node or a zone.
     *
     * @param zones into how many equal parts the node's system is divided
     */
    FormulaLines(NodeTerms node, Axis axis, BatchTerms terms, int zones) {
        this.expected = new ExpectedLine(node, axis, zones);
        this.node = node;
        this.axis = axis;
        this.sources = new Sources(node);
        this.terms = terms;
        BatchAllotment batch = BatchCapacity.of(node).allotment();
        this.policy = axis.pick(batch.cpuPolicy(), batch.memoryPolicy());
        this.usageAt = batch.usageAt();
    }

    /**
     * Writes the lines.
     *
     * @param capacity where the capacity comes from
     */
    void add(SumLines lines, String capacity) {
        ColocationStrategy strategy = node.strategy().strategy();
        long percent = axis.pick(strategy.cpuReclaimThresholdPercent(), strategy.memoryReclaimThresholdPercent());
        lines.add(Sign.START, "capacity", axis.of(terms.capacity()), capacity);
        lines.add(
                Sign.MINUS,
                "margin",
                axis.of(terms.margin()),
                sources.threshold(axis.field("", "ReclaimThresholdPercent") + " " + percent, axis));
        CpuMemory left = switch (policy) {
            case USAGE -> {
                system(lines);
                pods(lines, "high-priority pods, used", terms.pods().used());
                yield terms.byUsage();
            }
            case REQUEST -> {
                lines.add(
                        Sign.MINUS,
                        "reserved",
                        axis.of(terms.overhead().reserved()),
                        "the larger of both",
                        null,
                        reserved());
                pods(lines, "high-priority pods, requested", terms.pods().request());
                yield terms.byRequest();
            }
            case MAX_USAGE_REQUEST -> {
                system(lines);
                pods(
                        lines,
                        "high-priority pods, larger of used and requested",
                        terms.pods().max());
                yield terms.byMaxUsageRequest();
            }
        };
        lines.settle("not below zero", axis.of(left), "");
        lines.settle("rounded up", BigDecimal.valueOf(axis.whole(left)), "whole " + axis.unit());
        lines.equal("left for batch", "policy " + policy.wireName());
        limit(lines);
    }

    private void system(SumLines lines) {
        List<Step> parts = new ArrayList<>();
        parts.add(Step.part(
                "system, used", axis.of(expected.measured(terms.overhead())), sources.metric("systemUsage"), usageAt));
        CpuMemory notSystem = node.steadied().effects().notSystem();
        if (axis.of(notSystem).signum() != 0) {
            parts.add(Step.part(
                    "reported for the system, but of pods",
                    axis.of(notSystem),
                    "pods that the report does not name; not counted",
                    usageAt));
        }
        parts.add(Step.part(
                "host applications",
                axis.of(terms.overhead().hosts()),
                sources.metric("hostApplicationMetric of class prod and mid"),
                usageAt));
        parts.addAll(reserved());
        lines.add(
                Sign.MINUS,
                "system",
                axis.of(expected.before(terms.overhead())),
                "the larger of used + host applications and reserved",
                usageAt,
                parts);
        expected.add(lines, terms.overhead(), usageAt);
    }

    private List<Step> reserved() {
        return List.of(
                Step.part(
                        "reserved by the kubelet",
                        axis.of(terms.overhead().kubeletReserved()),
                        sources.node("status.capacity - status.allocatable"),
                        null),
                Step.part(
                        "reserved by annotation",
                        axis.of(terms.overhead().annotationReserved()),
                        sources.node("annotation " + Annotations.NODE_RESERVATION),
                        null));
    }

    private void pods(SumLines lines, String name, CpuMemory amount) {
        PodSums.Counts counts = terms.pods().counts();
        String source = counts.highPriorityPods() + " pods, " + counts.podsWithoutMetric() + " without metric"
                + (counts.usageNotKnown() == 0
                        ? ""
                        : ", " + counts.usageNotKnown() + " with bad usage, whose request counts");
        boolean fromReport = policy != CalculatePolicy.REQUEST;
        List<Step> parts = fromReport && counts.danglingMetrics() > 0
                ? List.of(Step.part(
                        "of it metrics without pod",
                        axis.of(terms.pods().dangling()),
                        sources.metric("podsMetric, " + counts.danglingMetrics() + " of them"),
                        usageAt))
                : List.of();
        lines.add(Sign.MINUS, name, axis.of(amount), source, fromReport ? usageAt : null, parts);
    }

    private void limit(SumLines lines) {
        Long limit = axis.pickIfAny(terms.cpuLimitMilli(), terms.memoryLimitBytes());
        ColocationStrategy strategy = node.strategy().strategy();
        Long percent = axis.pickIfAny(strategy.batchCPUThresholdPercent(), strategy.batchMemoryThresholdPercent());
        if (limit != null && percent != null) {
            String rule = sources.rule(axis.field("batch", "ThresholdPercent") + " " + percent);
            lines.limit(BigDecimal.valueOf(limit), rule, percent);
        }
    }
}
