package io.koordbridge.capacity.explain;

import io.koordbridge.capacity.damping.DampedAmount;
import io.koordbridge.capacity.damping.DampedCapacity;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.capacity.sum.Step.Sign;
import io.koordbridge.capacity.sum.SumLines;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.damping.DampingStrategy;
import io.koordbridge.sloconfig.damping.DampingStrategy.Growth;
import io.koordbridge.sloconfig.damping.DampingStrategy.Rules;
import java.math.BigDecimal;

/** What damping did to an amount, as lines of its sum. */
@PureCore
final class DampedLines {

    private final DampingStrategy strategy;
    private final Axis axis;
    private final Sources sources;

    DampedLines(NodeTerms node, Axis axis) {
        this.strategy = node.strategy().damping();
        this.axis = axis;
        this.sources = new Sources(node);
    }

    /** Batch capacity of the node. */
    void batch(SumLines lines, DampedCapacity damped) {
        limit(lines, damped, strategy.batch(), "batch", "requests of prod and mid pods");
        published(lines, damped, strategy.batch());
    }

    /** Mid capacity of the node. */
    void mid(SumLines lines, DampedCapacity damped) {
        Rules rules = strategy.mid() == null ? Rules.NONE : strategy.mid();
        limit(lines, damped, rules, "mid", "requests of prod pods");
        published(lines, damped, rules);
    }

    /** Batch capacity of a zone. */
    void zone(SumLines lines, DampedCapacity damped) {
        lines.settle(
                "share of the node's",
                BigDecimal.valueOf(amount(damped).wanted()),
                "all zones together offer no more than the node");
        damping(lines, damped, strategy.batch());
    }

    private void limit(SumLines lines, DampedCapacity damped, Rules rules, String capacity, String beside) {
        Long limit = axis.pickIfAny(damped.cpuLimitMilli(), damped.memoryLimitBytes());
        if (limit != null) {
            Long percent = axis.pickIfAny(rules.cpuOversellLimitPercent(), rules.memoryOversellLimitPercent());
            lines.add(
                    Sign.AT_MOST,
                    "upper limit of oversell",
                    BigDecimal.valueOf(limit),
                    sources.rule(axis.field(capacity, "OversellLimitPercent") + " " + percent + " of capacity less "
                            + beside));
        }
    }

    private void published(SumLines lines, DampedCapacity damped, Rules rules) {
        lines.settle(
                "rounded down",
                BigDecimal.valueOf(amount(damped).wanted()),
                "multiples of " + strategy.roundMemoryMebibytes() + " MiB");
        damping(lines, damped, rules);
    }

    private void damping(SumLines lines, DampedCapacity damped, Rules rules) {
        DampedAmount amount = amount(damped);
        lines.settle("damping", BigDecimal.valueOf(amount.published()), why(amount, rules));
    }

    private DampedAmount amount(DampedCapacity damped) {
        return axis.pick(damped.cpu(), damped.memory());
    }

    private static String why(DampedAmount amount, Rules rules) {
        Growth growth = rules.growth();
        String steps = growth == null
                ? ""
                : growth.stepPercent() + " % of the node each "
                        + growth.interval().toSeconds() + " s"
                        + amount.dueAt().map(at -> ", next step at " + at).orElse("");
        return switch (amount.effect()) {
            case HELD -> "held: inside holdRangePercent " + rules.holdRangePercent();
            case WAITING -> "growth waits, " + steps;
            case STEPPED -> "one step of growth, " + steps;
            case UNCHANGED, SHRUNK, GREW, RESET -> "";
        };
    }
}
