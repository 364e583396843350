package io.koordbridge.policy.risk;

import java.util.Locale;

/**
 * One candidate as the explanation shows it.
 *
 * @param estimatePercent of the node, margin included
 * @param shortPercent share of the last day in which it would have been short, as days fade
 * @param offeredPercent of the node, what it would have offered in the same time
 */
public record RiskLine(
        Candidate candidate,
        double marginPercent,
        double estimatePercent,
        double shortPercent,
        double offeredPercent,
        boolean chosen) {

    /** {@code p95 of 15 min +3.5 %: short 0.8 % of the last day, offers 21.3 % of the node (chosen)}. */
    public String text() {
        return String.format(
                Locale.ROOT,
                "%s %+.1f %%: short %.1f %% of the last day, offers %.1f %% of the node%s",
                candidate.words(),
                marginPercent,
                shortPercent,
                offeredPercent,
                chosen ? " (chosen)" : "");
    }
}
