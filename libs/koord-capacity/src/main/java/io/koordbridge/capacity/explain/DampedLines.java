package io.koordbridge.capacity.explain;

import io.koordbridge.capacity.damping.DampedAmount;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.capacity.sum.Step.Sign;
import io.koordbridge.capacity.sum.SumLines;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.damping.DampingStrategy.Growth;
import io.koordbridge.sloconfig.damping.DampingStrategy.Rules;
import java.math.BigDecimal;

/**
 * What damping did to an amount, as lines of its sum.
 *
 * @param limit where the upper limit of oversell comes from
 * @param wanted name of the line for what would be published without damping of changes
 * @param because its source
 * @param rules of the stage
 */
@PureCore
public record DampedLines(String limit, String wanted, String because, Rules rules) {

    /**
     * Capacity of a node.
     *
     * @param capacity word of its settings
     * @param beside what is promised beside it, in words
     */
    static DampedLines of(NodeTerms node, Axis axis, Rules rules, String capacity, String beside) {
        Long percent = axis.pickIfAny(rules.cpuOversellLimitPercent(), rules.memoryOversellLimitPercent());
        return new DampedLines(
                new Sources(node)
                        .rule(axis.field(capacity, "OversellLimitPercent") + " " + percent + " of capacity less "
                                + beside),
                "rounded down",
                "multiples of " + node.strategy().damping().roundMemoryMebibytes() + " MiB",
                rules);
    }

    /** Capacity of a zone. */
    static DampedLines ofZone(NodeTerms node) {
        return new DampedLines(
                "",
                "share of the node's",
                "all zones together offer no more than the node",
                node.strategy().damping().batch());
    }

    /** Writes the lines below what the formula gave. */
    public void add(SumLines lines, DampedAmount amount) {
        Long most = amount.limit();
        if (most != null) {
            lines.add(Sign.AT_MOST, "upper limit of oversell", BigDecimal.valueOf(most), limit);
        }
        lines.settle(wanted, BigDecimal.valueOf(amount.wanted()), because);
        lines.settle("damping", BigDecimal.valueOf(amount.published()), why(amount));
    }

    private String why(DampedAmount amount) {
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
