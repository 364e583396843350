package io.koordbridge.capacity.explain;

import io.koordbridge.capacity.batchresource.BatchTerms;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.NodeOverhead;
import io.koordbridge.capacity.offered.BatchCapacity;
import io.koordbridge.capacity.offered.StageNames;
import io.koordbridge.capacity.onlineuse.Expectation;
import io.koordbridge.capacity.onlineuse.OnlineEstimate;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.capacity.sum.Step;
import io.koordbridge.capacity.sum.Step.Sign;
import io.koordbridge.capacity.sum.SumLines;
import io.koordbridge.policy.risk.RiskLine;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.estimate.EstimateStrategy.ByRisk;
import io.koordbridge.sloconfig.estimate.EstimateStrategy.Fixed;
import io.koordbridge.sloconfig.estimate.EstimateStrategy.Rule;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What online work is expected to use above its mean, as a line of a sum. */
@PureCore
final class ExpectedLine {

    private static final int HUNDRED = 100;

    private final NodeTerms node;
    private final Axis axis;
    private final Sources sources;
    private final OnlineEstimate estimate;
    private final Expectation expectation;
    private final int zones;

    /**
     * The line of a node or a zone.
     *
     * @param zones into how many equal parts the node's is divided
     */
    ExpectedLine(NodeTerms node, Axis axis, int zones) {
        this.node = node;
        this.axis = axis;
        this.sources = new Sources(node);
        this.zones = zones;
        this.estimate = node.result(StageNames.ONLINE_USE, OnlineEstimate.class).orElse(OnlineEstimate.MEAN_ONLY);
        this.expectation = axis.pick(estimate.cpu(), estimate.memory());
    }

    /** Use of the system as it was measured. */
    CpuMemory measured(NodeOverhead overhead) {
        CpuMemory extra = zones == 1 ? estimate.extra() : estimate.extra().share(zones);
        return overhead.systemUsed().minus(extra).atLeastZero();
    }

    /** What counts for the system before the line. */
    CpuMemory before(NodeOverhead overhead) {
        return measured(overhead)
                .plus(overhead.hosts())
                .max(overhead.reserved())
                .min(overhead.system());
    }

    /** Writes the line, none where nothing but the mean is asked for. */
    void add(SumLines lines, NodeOverhead overhead, @Nullable Instant usageAt) {
        if (!expectation.asked()) {
            return;
        }
        lines.add(
                Sign.MINUS,
                "expected above the mean",
                axis.of(overhead.system().minus(before(overhead))),
                expectation.words() + ", " + sources.rule(setting()),
                usageAt,
                parts(usageAt));
    }

    private String setting() {
        Rule rule = axis.pick(
                node.strategy().estimate().cpu(), node.strategy().estimate().memory());
        if (rule instanceof ByRisk byRisk) {
            return axis.pick("riskPercent", "memoryRiskPercent") + " " + number(byRisk.percent());
        }
        boolean forecast = expectation.source() == Expectation.Source.FORECAST;
        return forecast
                ? "forecast true"
                : axis.field("", "UsageEstimate") + " " + ((Fixed) rule).level().wireName();
    }

    private List<Step> parts(@Nullable Instant usageAt) {
        List<Step> parts = new ArrayList<>();
        parts.add(Step.part("expected of online work", amount(expectation.expected()), source(), usageAt));
        parts.add(Step.part(
                "its mean",
                amount(expectation.mean()),
                sources.metric("systemUsage, hostApplicationMetric and podsMetric but batch"),
                usageAt));
        expectation.candidates().forEach(one -> parts.add(candidate(one)));
        return parts;
    }

    private Step candidate(RiskLine one) {
        BigDecimal capacity = axis.of(capacity());
        BigDecimal amount = capacity.multiply(BigDecimal.valueOf(one.estimatePercent()))
                .divide(BigDecimal.valueOf(HUNDRED), 0, RoundingMode.HALF_UP);
        String name = String.format(Locale.ROOT, "%s %+.1f %%", one.candidate().words(), one.marginPercent());
        String past = String.format(
                Locale.ROOT,
                "short %.1f %% of the last day, offers %.1f %% of the node%s",
                one.shortPercent(),
                one.offeredPercent(),
                one.chosen() ? ", chosen" : "");
        return Step.part(name, amount, past, null);
    }

    private CpuMemory capacity() {
        BatchTerms terms = BatchCapacity.of(node).allotment().terms();
        return terms == null ? CpuMemory.ZERO : terms.capacity();
    }

    private String source() {
        return switch (expectation.source()) {
            case ONLINE_SUM, FORECAST -> sources.metric("annotation " + Annotations.NODE_METRIC_ONLINE_USE);
            case NODE -> sources.metric("aggregatedNodeUsages less the lowest mean of batch pods in that time");
            case LAST -> "the last estimate";
            case MEAN_ONLY, WAITING, UNKNOWN -> "the mean";
        };
    }

    private BigDecimal amount(long ofAxis) {
        return axis.of(new CpuMemory(ofAxis, ofAxis));
    }

    private static String number(double percent) {
        return BigDecimal.valueOf(percent).stripTrailingZeros().toPlainString();
    }
}
