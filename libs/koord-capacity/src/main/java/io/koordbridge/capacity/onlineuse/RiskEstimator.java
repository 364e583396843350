package io.koordbridge.capacity.onlineuse;

import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.policy.risk.Candidate;
import io.koordbridge.policy.risk.Estimate;
import io.koordbridge.policy.risk.Limits;
import io.koordbridge.policy.risk.RiskConfig;
import io.koordbridge.policy.risk.RiskInput;
import io.koordbridge.policy.risk.RiskRule;
import io.koordbridge.policy.risk.RiskStep;
import io.koordbridge.policy.risk.Statistic;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.estimate.EstimateLevel;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Feeds the risk rule of one resource with each report of a node once. */
@PureCore
final class RiskEstimator {

    /** Beside the highest of a window: with the margin that is learned for each, more of them say no more. */
    private static final Set<EstimateLevel> CANDIDATES = Set.of(EstimateLevel.MEAN, EstimateLevel.P95);

    private static final Map<EstimateLevel, Statistic> STATISTICS = new EnumMap<>(Map.of(
            EstimateLevel.MEAN, Statistic.MEAN,
            EstimateLevel.P90, Statistic.P90,
            EstimateLevel.P95, Statistic.P95,
            EstimateLevel.P99, Statistic.P99,
            EstimateLevel.MAX, Statistic.MAX));

    private static final int MOST_WINDOWS = 4;
    private static final Duration LONGEST = Duration.ofDays(1);

    private RiskEstimator() {}

    /**
     * One report as a resource sees it; amounts in billionths of a core or thousandths of a byte.
     *
     * @param at time of the report
     * @param windows percentiles of online work that can be
     * @param mean use of online work by the mean of the report
     * @param forecast 0 for none
     */
    record Report(Side side, Instant at, Limits limits, List<LevelWindow> windows, long mean, long forecast) {}

    /** The memory after a report; the same where the report was counted before, or has no percentiles. */
    static RiskMemory counted(RiskMemory before, double riskPercent, Report report) {
        if (report.at().equals(before.report())) {
            return before;
        }
        List<Estimate> estimates = estimates(report);
        if (estimates.isEmpty()) {
            return before;
        }
        RiskInput input = new RiskInput(
                report.at(),
                report.limits(),
                // The mean of a window hides the minutes in which batch work was short; the newest seconds that a
                // report counts do not.
                units(report, report.mean()),
                units(report, report.mean()),
                estimates,
                units(report, report.forecast()));
        RiskStep step = RiskRule.step(new RiskConfig(riskPercent), before.state(), input);
        return new RiskMemory(
                step.state(), report.at(), step.estimate(), step.learning(), step.lines(), before.written());
    }

    private static List<Estimate> estimates(Report report) {
        TreeMap<Duration, LevelWindow> windows = new TreeMap<>();
        report.windows().stream()
                .filter(window -> window.length().equals(window.length().truncatedTo(ChronoUnit.SECONDS)))
                .filter(window -> window.length().compareTo(LONGEST) <= 0
                        && !window.length().isZero())
                .forEach(window -> windows.putIfAbsent(window.length(), window));
        List<Estimate> estimates = new ArrayList<>();
        windows.values().stream().limit(MOST_WINDOWS).forEach(window -> addEstimates(window, report, estimates));
        return estimates;
    }

    private static void addEstimates(LevelWindow window, Report report, List<Estimate> estimates) {
        EstimateLevel highest = window.atLeast(EstimateLevel.MAX);
        STATISTICS.forEach((level, statistic) -> {
            CpuMemory amount = window.levels().get(level);
            if (amount != null && (level == highest || CANDIDATES.contains(level))) {
                estimates.add(new Estimate(new Candidate(statistic, window.length()), units(report, amount)));
            }
        });
    }

    private static long units(Report report, CpuMemory amount) {
        return units(report, report.side().of(amount));
    }

    private static long units(Report report, long amount) {
        return report.side().unitsOf(amount);
    }
}
