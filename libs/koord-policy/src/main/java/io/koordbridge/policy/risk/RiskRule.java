package io.koordbridge.policy.risk;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Chooses an estimate of online use for a node by the node's own past. Every candidate runs beside the others, with the margin that would have served it
 * best; the price of a short minute ("care") rises when the published estimate was short and falls slowly otherwise, so that the share of short time
 * meets the risk.
 */
@PureCore
public final class RiskRule {

    /** Nothing is judged across a longer gap between two reports. */
    static final Duration LONGEST_STEP = Duration.ofMinutes(15);

    private static final double HALF_LIFE_HOURS = 24;
    private static final double LEARNED_HOURS = 1;
    private static final double CARE_PER_MINUTE = 0.02;
    /** Candidates and care are chosen with the past in sight; this part of the risk is kept back for it. */
    private static final double USED_RISK = 0.7;

    private static final double FIRST_CARE = 0.03;
    private static final double BETTER = 0.02;
    private static final double LEAST_BETTER = 0.05;

    private RiskRule() {}

    /**
     * Judges what was said before by the use that the report shows, and estimates until the next report.
     *
     * @throws IllegalArgumentException when the report has no estimate
     */
    public static RiskStep step(RiskConfig config, RiskState state, RiskInput input) {
        if (input.estimates().isEmpty()) {
            throw new IllegalArgumentException("a report without an estimate");
        }
        Past past = learned(config, state, input);
        double least =
                Math.max(input.limits().percent(input.floor()), input.limits().percent(input.forecast()));
        List<Option> options = options(past, input, least);
        RiskChoice before = state.choice();
        Option best = best(options, before == null ? null : before.candidate(), past.care());
        boolean learning = best.history().misses().hours() < LEARNED_HOURS;
        RiskChoice resumed = learning ? state.resumed() : null;
        Option taken = learning ? careful(options, resumed, config) : best;
        double estimate = Math.max(least, taken.estimate());
        List<CandidateHistory> histories = new ArrayList<>();
        List<RiskLine> lines = new ArrayList<>();
        for (Option one : options) {
            histories.add(
                    one.history().says(new CandidateHistory.Forecasts(one.base(), Math.max(least, one.estimate()))));
            boolean chosen = one.candidate().equals(taken.candidate());
            lines.add(line(chosen ? taken : one, chosen));
        }
        options.forEach(one -> past.histories().remove(one.candidate()));
        past.histories().values().stream()
                .limit(Math.max(0, RiskInput.MOST_ESTIMATES - options.size()))
                .forEach(histories::add);
        RiskChoice choice = new RiskChoice(
                taken.candidate(),
                learning ? taken.margin() : taken.history().misses().lastingMargin(100 * past.care()),
                past.care(),
                config.riskPercent());
        RiskState next = new RiskState(input.at(), choice, resumed, estimate, past.waitingShort(), histories);
        long amount = Math.max(
                Math.max(input.floor(), input.forecast()), input.limits().amount(estimate));
        return new RiskStep(next, choice, amount, learning, lines);
    }

    /** A candidate of this report with its margin. */
    private record Option(CandidateHistory history, double base, double margin) {

        Candidate candidate() {
            return history.candidate();
        }

        double estimate() {
            return base + margin;
        }

        double value(double care) {
            return history.offeredPercent() - care * history.shortPercent();
        }
    }

    /** What is known before this report's estimates are looked at. */
    private record Past(double care, @Nullable Boolean waitingShort, TreeMap<Candidate, CandidateHistory> histories) {}

    private static Past learned(RiskConfig config, RiskState state, RiskInput input) {
        RiskChoice before = state.choice();
        double care = bound(before == null ? FIRST_CARE / config.share() : before.careFor(config));
        TreeMap<Candidate, CandidateHistory> histories = new TreeMap<>();
        Instant last = state.at();
        Duration step = last == null ? Duration.ZERO : Duration.between(last, input.at());
        double hours = Math.max(0, step.toMillis() / 3_600_000.0);
        double fade = Math.pow(0.5, hours / HALF_LIFE_HOURS);
        if (hours <= 0 || step.compareTo(LONGEST_STEP) > 0) {
            state.histories().forEach(one -> histories.put(one.candidate(), one.forgetting(fade)));
            return new Past(care, null, histories);
        }
        Need need = Need.of(input.limits(), input.use());
        for (CandidateHistory one : state.histories()) {
            histories.put(one.candidate(), one.counted(fade, hours).judged(need));
        }
        Boolean waited = state.waitingShort();
        if (waited != null) {
            care = bound(
                    care * Math.exp(CARE_PER_MINUTE * 60 * hours * ((waited ? 1 : 0) - USED_RISK * config.share())));
        }
        return new Past(care, need.isShort(state.published()), histories);
    }

    private static List<Option> options(Past past, RiskInput input, double least) {
        double offered = input.limits().offeredPercent();
        List<Option> options = new ArrayList<>();
        for (Estimate one : input.estimates()) {
            CandidateHistory known = past.histories().get(one.candidate());
            CandidateHistory history = known == null ? CandidateHistory.of(one.candidate()) : known;
            double base = input.limits().percent(one.amount());
            double margin = history.misses().hours() < LEARNED_HOURS
                    ? 0
                    : history.misses().bestMargin(offered - base, least - base, 100 * past.care());
            options.add(new Option(history, base, margin));
        }
        options.sort(Comparator.comparing(Option::candidate));
        return options;
    }

    /** The learned candidate of the best value; the one before stays unless another is clearly better. */
    private static Option best(List<Option> options, @Nullable Candidate before, double care) {
        Comparator<Option> order = Comparator.comparing(
                        (Option one) -> one.history().misses().hours() >= LEARNED_HOURS)
                .thenComparing(one -> one.value(care));
        Option best = options.stream().max(order).orElseThrow();
        double bar = best.value(care);
        return options.stream()
                .filter(one -> one.candidate().equals(before))
                .filter(one -> one.history().misses().hours() >= LEARNED_HOURS)
                .filter(one -> bar <= one.value(care) + Math.max(LEAST_BETTER, BETTER * Math.abs(one.value(care))))
                .findFirst()
                .orElse(best);
    }

    /**
     * Without a history: as an earlier process chose under no more risk than now, else the highest estimate that the report has, of
     * equal ones that of the longest window.
     */
    private static Option careful(List<Option> options, @Nullable RiskChoice resumed, RiskConfig config) {
        return Optional.ofNullable(resumed)
                .filter(earlier -> earlier.riskPercent() <= config.riskPercent())
                .flatMap(earlier -> options.stream()
                        .filter(one -> one.candidate().equals(earlier.candidate()))
                        .findFirst()
                        .map(one -> new Option(one.history(), one.base(), earlier.marginPercent())))
                .orElseGet(() -> options.stream()
                        .max(Comparator.comparing(Option::base).thenComparing(Option::candidate))
                        .map(one -> new Option(one.history(), one.base(), 0))
                        .orElseThrow());
    }

    private static RiskLine line(Option one, boolean chosen) {
        return new RiskLine(
                one.candidate(),
                one.margin(),
                one.estimate(),
                one.history().shortPercent(),
                one.history().offeredPercent(),
                chosen);
    }

    private static double bound(double care) {
        return Math.max(RiskChoice.LEAST_CARE, Math.min(RiskChoice.MOST_CARE, care));
    }
}
