package io.koordbridge.capacity.explain;

import io.koordbridge.capacity.damping.DampedAmount;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.damping.DampingStrategy.Growth;
import io.koordbridge.sloconfig.damping.DampingStrategy.Rules;

/** Why damping publishes something else than what is wanted. */
@PureCore
final class DampingFormatter {

    private DampingFormatter() {}

    static String of(DampedAmount amount, Rules rules) {
        Growth growth = rules.growth();
        String steps = growth == null
                ? ""
                : growth.stepPercent() + " % of the node each "
                        + growth.interval().toSeconds() + " s";
        return switch (amount.effect()) {
            case HELD -> "held: inside holdRangePercent " + rules.holdRangePercent();
            case WAITING ->
                "growth waits, " + steps
                        + amount.dueAt().map(at -> ", next step at " + at).orElse("");
            case STEPPED ->
                "one step of growth, " + steps
                        + amount.dueAt().map(at -> ", next step at " + at).orElse("");
            case UNCHANGED, SHRUNK, GREW, RESET -> "";
        };
    }
}
