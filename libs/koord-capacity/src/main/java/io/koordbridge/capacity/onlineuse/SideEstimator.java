package io.koordbridge.capacity.onlineuse;

import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.onlineuse.Expectation.Source;
import io.koordbridge.capacity.onlineuse.OnlineEstimate.Known;
import io.koordbridge.capacity.onlineuse.OnlineEstimate.OfSide;
import io.koordbridge.policy.risk.Limits;
import io.koordbridge.policy.risk.RiskChoice;
import io.koordbridge.policy.risk.RiskLine;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.estimate.EstimateLevel;
import io.koordbridge.sloconfig.estimate.EstimateStrategy.ByRisk;
import io.koordbridge.sloconfig.estimate.EstimateStrategy.Fixed;
import io.koordbridge.sloconfig.estimate.EstimateStrategy.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the estimate of one resource; amounts in billionths of a core or thousandths of a byte. */
@PureCore
final class SideEstimator {

    private static final String ALL_KNOWN = "the use of batch work is known for as long as the percentiles are";

    private final Facts facts;
    private final boolean forecasts;
    private final Duration lasts;
    private final Instant now;

    /**
     * An estimator.
     *
     * @param forecasts whether a forecast is asked for
     * @param lasts how long an estimate stays once nothing is known any more
     */
    SideEstimator(Facts facts, boolean forecasts, Duration lasts, Instant now) {
        this.facts = facts;
        this.forecasts = forecasts;
        this.lasts = lasts;
        this.now = now;
    }

    /**
     * What a report says of the resource.
     *
     * @param report its time
     * @param windows percentiles of online work that can be, all of one source
     * @param less which windows of the node are left out, none where the windows are those of the online sum
     * @param mean use of online work
     * @param forecast null where none is asked for or reported
     * @param missing why there are no percentiles, should there be none
     */
    record Facts(
            Side side,
            long capacity,
            Instant report,
            Source source,
            List<LevelWindow> windows,
            LessBatch less,
            long mean,
            @Nullable Expectation forecast,
            String missing) {}

    /** Up to which share of the node batch work is offered, and held. */
    record Thresholds(long offeredPercent, long heldPercent) {

        private static final long MOST = 1000;

        /** What a node's own annotation says is not limited to a range. */
        Thresholds {
            offeredPercent = Math.max(0, Math.min(offeredPercent, MOST));
            heldPercent = Math.max(0, Math.min(heldPercent, MOST));
        }
    }

    /** The estimate, and the memory for the next pass. */
    record Found(Expectation expectation, OfSide after) {}

    /**
     * The estimate by a rule.
     *
     * @param shown the choice that the Node shows of an earlier process, null for none
     */
    Found found(Rule rule, Thresholds thresholds, OfSide before, @Nullable RiskChoice shown) {
        if (rule instanceof ByRisk byRisk) {
            RiskMemory known = RiskMemory.known(before.risk(), shown);
            RiskMemory counted = facts.windows().isEmpty() || facts.capacity() <= 0
                    ? known
                    : RiskEstimator.counted(known, byRisk.percent(), report(thresholds));
            Expectation found = chosen(counted).orElseGet(() -> last(true, before));
            return new Found(limited(found, !facts.less().leftOut().isEmpty()), after(found, before, counted));
        }
        Fixed fixed = (Fixed) rule;
        Expectation found = fixed(fixed, before);
        boolean leftOut = fixed.level() != EstimateLevel.MEAN && facts.less().leavesOut(fixed.window());
        return new Found(limited(found, leftOut), after(found, before, null));
    }

    /** While a window that may count is left out, what was used in its time may come back: the estimate counts, but nothing grows by it. */
    private static Expectation limited(Expectation found, boolean leftOut) {
        return leftOut ? found.growingNotUntil(ALL_KNOWN) : found;
    }

    private RiskEstimator.Report report(Thresholds thresholds) {
        long forecast = facts.forecast() == null ? 0 : facts.forecast().expected();
        Limits limits = Limits.of(facts.side().unitsOf(facts.capacity()), (double) thresholds.offeredPercent(), (double)
                thresholds.heldPercent());
        return new RiskEstimator.Report(facts.side(), facts.report(), limits, facts.windows(), facts.mean(), forecast);
    }

    private Optional<Expectation> chosen(RiskMemory memory) {
        return memory.chosenFor(facts.report())
                .filter(unused -> !facts.windows().isEmpty())
                .map(line -> new Expectation(
                        facts.source(),
                        words(line) + (memory.learning() ? ", learning" : ""),
                        facts.side().ofUnits(memory.estimate()),
                        facts.mean(),
                        memory.lines()));
    }

    private static String words(RiskLine line) {
        long tenths = Math.round(line.marginPercent() * 10);
        long size = Math.abs(tenths);
        return line.candidate().words() + (tenths < 0 ? " -" : " +") + size / 10 + "." + size % 10 + " % of the node";
    }

    private Expectation fixed(Fixed rule, OfSide before) {
        boolean levelAsked = rule.level() != EstimateLevel.MEAN;
        if (!levelAsked && !forecasts) {
            return new Expectation(Source.MEAN_ONLY, "mean", facts.mean(), facts.mean());
        }
        Optional<Expectation> byLevel = levelAsked ? level(rule) : Optional.empty();
        Expectation forecast = facts.forecast();
        if (byLevel.isPresent()) {
            Expectation found = byLevel.get();
            return forecast == null || forecast.expected() <= found.expected() ? found : forecast;
        }
        return forecast != null && !levelAsked ? forecast : last(levelAsked, before);
    }

    private Optional<Expectation> level(Fixed rule) {
        return LevelWindow.nearest(facts.windows(), rule.window()).map(window -> {
            EstimateLevel level = window.atLeast(rule.level());
            CpuMemory amount = window.levels().getOrDefault(level, CpuMemory.ZERO);
            String instead = level == rule.level() ? "" : ", " + rule.level().wireName() + " is not reported";
            return new Expectation(
                    facts.source(),
                    level.wireName() + " of " + LevelWindow.words(window.length()) + instead,
                    facts.side().of(amount),
                    facts.mean());
        });
    }

    /**
     * The estimate is not known: the last one stays for a while, and then the forecast counts, or the mean; for another while the mean
     * lets nothing grow.
     */
    private Expectation last(boolean levelAsked, OfSide before) {
        Expectation forecast = facts.forecast();
        Known last = before.last();
        if (last != null && holds(last.at()) && (forecast == null || last.expected() > forecast.expected())) {
            String since = Duration.between(last.at(), now).toSeconds() + " s ago: " + last.words();
            return new Expectation(Source.LAST, since, last.expected(), facts.mean());
        }
        if (forecast != null) {
            return forecast;
        }
        String why = "mean, because " + (levelAsked ? facts.missing() : "no forecast is reported");
        if (levelAsked && !facts.less().leftOut().isEmpty()) {
            return new Expectation(Source.WAITING, why, facts.mean(), facts.mean());
        }
        Instant since = since(before);
        return levelAsked && holds(since)
                ? new Expectation(
                        Source.WAITING, why + "; nothing grows until " + since.plus(lasts), facts.mean(), facts.mean())
                : new Expectation(Source.UNKNOWN, why, facts.mean(), facts.mean());
    }

    private boolean holds(Instant at) {
        return !at.isAfter(now) && !at.plus(lasts).isBefore(now);
    }

    /** Since when nothing is known; a time ahead of ours is taken to be now. */
    private Instant since(OfSide before) {
        Instant since = before.unknownSince();
        return since == null || since.isAfter(now) ? now : since;
    }

    private OfSide after(Expectation found, OfSide before, @Nullable RiskMemory risk) {
        if (found.known()) {
            return side(new Known(found.expected(), found.words(), now), risk, null);
        }
        return switch (found.source()) {
            case LAST -> side(before.last(), risk, null);
            case WAITING, UNKNOWN -> side(null, risk, since(before));
            default -> side(null, risk, null);
        };
    }

    private OfSide side(@Nullable Known last, @Nullable RiskMemory risk, @Nullable Instant unknownSince) {
        return new OfSide(last, risk, unknownSince, facts.less().since());
    }
}
