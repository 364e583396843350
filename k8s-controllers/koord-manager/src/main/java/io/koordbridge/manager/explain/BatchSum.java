package io.koordbridge.manager.explain;

import io.koordbridge.manager.batchresource.BatchAllotment;
import io.koordbridge.manager.batchresource.BatchSplit;
import io.koordbridge.manager.batchresource.BatchTerms;
import io.koordbridge.manager.batchresource.CalculatePolicy;
import io.koordbridge.manager.batchresource.CpuMemory;
import io.koordbridge.manager.batchresource.ThirdPartyShare;
import io.koordbridge.manager.damping.DampedAmount;
import io.koordbridge.manager.damping.DampingReport;
import io.koordbridge.manager.explain.Step.Sign;
import io.koordbridge.manager.noderesource.NodeTerms;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import io.koordbridge.sloconfig.damping.DampingStrategy;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Batch capacity of a node as a sum. */
@PureCore
final class BatchSum {

    private final NodeTerms node;
    private final BatchAllotment allotment;
    private final Axis axis;
    private final Sources sources;

    private BatchSum(NodeTerms node, Axis axis) {
        this.node = node;
        this.allotment = node.allotment();
        this.axis = axis;
        this.sources = new Sources(node);
    }

    static Sum of(NodeTerms node, Axis axis) {
        BatchSum sum = new BatchSum(node, axis);
        BatchTerms terms = node.allotment().terms();
        SumLines lines = new SumLines();
        if (terms != null && !node.allotment().isReset()) {
            sum.formula(lines, terms);
            sum.limit(lines, terms);
            sum.damping(lines);
            sum.split(lines);
        }
        return lines.named(
                axis.batchName(), axis.unit(), node.allotment().reason().name());
    }

    private CalculatePolicy policy() {
        return axis.pick(allotment.cpuPolicy(), allotment.memoryPolicy());
    }

    private void formula(SumLines lines, BatchTerms terms) {
        ColocationStrategy strategy = node.batch().strategy();
        long percent = axis.pick(strategy.cpuReclaimThresholdPercent(), strategy.memoryReclaimThresholdPercent());
        lines.add(Sign.START, "capacity", axis.of(terms.capacity()), sources.node("status.capacity"));
        lines.add(
                Sign.MINUS,
                "margin",
                axis.of(terms.margin()),
                sources.threshold(axis.field("", "ReclaimThresholdPercent") + " " + percent, axis));
        CpuMemory left = switch (policy()) {
            case USAGE -> {
                system(lines, terms);
                pods(lines, "high-priority pods, used", terms.highPriorityUsed(), terms);
                yield terms.byUsage();
            }
            case REQUEST -> {
                lines.add(
                        Sign.MINUS, "reserved", axis.of(terms.reserved()), "the larger of both", null, reserved(terms));
                pods(lines, "high-priority pods, requested", terms.highPriorityRequest(), terms);
                yield terms.byRequest();
            }
            case MAX_USAGE_REQUEST -> {
                system(lines, terms);
                pods(lines, "high-priority pods, larger of used and requested", terms.highPriorityMax(), terms);
                yield terms.byMaxUsageRequest();
            }
        };
        lines.settle("not below zero", axis.of(left), "");
        lines.settle("rounded up", BigDecimal.valueOf(axis.whole(left)), "whole " + axis.unit());
        lines.equal("left for batch", "policy " + policy().wireName());
    }

    private void system(SumLines lines, BatchTerms terms) {
        Instant at = allotment.usageAt();
        List<Step> parts = new ArrayList<>();
        parts.add(Step.part("system, used", axis.of(terms.systemUsed()), sources.metric("systemUsage"), at));
        DampingReport report = node.batch().report();
        if (report != null && axis.of(report.pods().notSystem()).signum() != 0) {
            parts.add(Step.part(
                    "reported for the system, but of pods",
                    axis.of(report.pods().notSystem()),
                    "pods that the report does not name; not counted",
                    at));
        }
        parts.add(Step.part(
                "host applications",
                axis.of(terms.hostHighPriority()),
                sources.metric("hostApplicationMetric of class prod and mid"),
                at));
        parts.addAll(reserved(terms));
        lines.add(
                Sign.MINUS,
                "system",
                axis.of(terms.system()),
                "the larger of used + host applications and reserved",
                at,
                parts);
    }

    private List<Step> reserved(BatchTerms terms) {
        return List.of(
                Step.part(
                        "reserved by the kubelet",
                        axis.of(terms.kubeletReserved()),
                        sources.node("status.capacity - status.allocatable"),
                        null),
                Step.part(
                        "reserved by annotation",
                        axis.of(terms.annotationReserved()),
                        sources.node("annotation " + Annotations.NODE_RESERVATION),
                        null));
    }

    private void pods(SumLines lines, String name, CpuMemory amount, BatchTerms terms) {
        BatchTerms.Counts counts = terms.counts();
        String source = counts.highPriorityPods() + " pods, " + counts.podsWithoutMetric() + " without metric";
        boolean fromReport = policy() != CalculatePolicy.REQUEST;
        List<Step> parts = fromReport && counts.danglingMetrics() > 0
                ? List.of(Step.part(
                        "of it metrics without pod",
                        axis.of(terms.dangling()),
                        sources.metric("podsMetric, " + counts.danglingMetrics() + " of them"),
                        allotment.usageAt()))
                : List.of();
        lines.add(Sign.MINUS, name, axis.of(amount), source, fromReport ? allotment.usageAt() : null, parts);
    }

    private void limit(SumLines lines, BatchTerms terms) {
        Long limit = axis.pickIfAny(terms.cpuLimitMilli(), terms.memoryLimitBytes());
        ColocationStrategy strategy = node.batch().strategy();
        Long percent = axis.pickIfAny(strategy.batchCPUThresholdPercent(), strategy.batchMemoryThresholdPercent());
        if (limit != null && percent != null) {
            String rule = sources.rule(axis.field("batch", "ThresholdPercent") + " " + percent);
            lines.limit(BigDecimal.valueOf(limit), rule, percent);
        }
    }

    private void damping(SumLines lines) {
        DampingReport report = node.batch().report();
        long published = axis.pick(allotment.milliCpu(), allotment.bytes());
        if (report == null) {
            lines.settle("not explained", BigDecimal.valueOf(published), "");
            lines.equalHere("batch", "");
            return;
        }
        DampedAmount damped = axis.pick(report.cpu(), report.memory());
        DampingStrategy strategy = node.strategy().damping();
        Long limit = axis.pickIfAny(report.cpuLimitMilli(), report.memoryLimitBytes());
        lines.settle("not explained", BigDecimal.valueOf(damped.computed()), "");
        if (limit != null) {
            Long percent = axis.pickIfAny(strategy.cpuOversellLimitPercent(), strategy.memoryOversellLimitPercent());
            lines.add(
                    Sign.AT_MOST,
                    "upper limit of oversell",
                    BigDecimal.valueOf(limit),
                    sources.rule(axis.field("batch", "OversellLimitPercent") + " " + percent
                            + " of capacity less requests of high-priority pods"));
        }
        lines.settle(
                "rounded down",
                BigDecimal.valueOf(damped.wanted()),
                "multiples of " + strategy.roundMemoryMebibytes() + " MiB");
        lines.settle("damping", BigDecimal.valueOf(published), DampingWords.of(damped, strategy));
        lines.equalHere("batch", "");
    }

    private void split(SumLines lines) {
        BatchSplit split = node.split();
        double ratio = node.normalizationRatio();
        if (axis == Axis.CPU && ratio > 1) {
            lines.add(
                    Sign.TIMES,
                    "normalization",
                    BigDecimal.valueOf(ratio),
                    sources.node("annotation " + Annotations.NODE_CPU_NORMALIZATION_RATIO));
        }
        lines.settle("rounded up", BigDecimal.valueOf(axis.pick(split.originMilliCpu(), split.originBytes())), "");
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
        lines.settle(
                "not below zero", BigDecimal.valueOf(axis.pick(split.podsMicroCpu(), split.podsMilliBytes()), 3), "");
        lines.equal("for pods", sources.node("status.allocatable"));
    }

    private static String words(ThirdPartyShare.Source source) {
        return switch (source) {
            case NONE, ANNOTATION -> "";
            case LAST_GOOD -> ", unreadable now: what was readable last";
            case UNREADABLE -> ", unreadable";
        };
    }
}
