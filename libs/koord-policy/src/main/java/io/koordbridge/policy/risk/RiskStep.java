package io.koordbridge.policy.risk;

import java.util.List;

/**
 * Result of one report.
 *
 * @param state for the next report
 * @param choice what this report was estimated by
 * @param estimate of online use, milli-CPU or bytes; at least the floor, at least the forecast
 * @param learning whether the history is too short yet, so that the most careful candidate or the choice of an earlier process holds
 * @param lines one for each candidate of the report, by window and statistic
 */
public record RiskStep(RiskState state, RiskChoice choice, long estimate, boolean learning, List<RiskLine> lines) {

    public RiskStep {
        lines = List.copyOf(lines);
    }
}
