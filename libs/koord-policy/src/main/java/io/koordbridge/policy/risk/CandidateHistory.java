package io.koordbridge.policy.risk;

import org.jspecify.annotations.Nullable;

/**
 * What a node's past says of one candidate; percentages are of the node.
 *
 * @param offeredHours percent times hours, faded
 * @param shortHours faded
 * @param forecasts what it says for the time until the next report, null when it was not in the last report
 * @param waiting the verdict on the report before, which counts when it is known how long its use held
 */
record CandidateHistory(
        Candidate candidate,
        Misses misses,
        double offeredHours,
        double shortHours,
        @Nullable Forecasts forecasts,
        @Nullable Verdict waiting) {

    /** A candidate's figure, and the same with its margin. */
    record Forecasts(double basePercent, double estimatePercent) {}

    /** What came of it. */
    record Verdict(double missPercent, double offeredPercent, boolean isShort) {}

    static CandidateHistory of(Candidate candidate) {
        return new CandidateHistory(candidate, Misses.NONE, 0, 0, null, null);
    }

    /** The past fades, and the verdict that waited counts for these hours. */
    CandidateHistory counted(double fade, double hours) {
        Verdict verdict = waiting;
        if (verdict == null) {
            return faded(fade);
        }
        return new CandidateHistory(
                candidate,
                misses.with(fade, verdict.missPercent(), hours),
                offeredHours * fade + verdict.offeredPercent() * hours,
                shortHours * fade + (verdict.isShort() ? hours : 0),
                forecasts,
                null);
    }

    private CandidateHistory faded(double fade) {
        return new CandidateHistory(
                candidate, misses.faded(fade), offeredHours * fade, shortHours * fade, forecasts, null);
    }

    CandidateHistory judged(Need need) {
        Forecasts said = forecasts;
        return new CandidateHistory(
                candidate,
                misses,
                offeredHours,
                shortHours,
                null,
                said == null ? null : need.verdict(said.basePercent(), said.estimatePercent()));
    }

    CandidateHistory says(Forecasts next) {
        return new CandidateHistory(candidate, misses, offeredHours, shortHours, next, waiting);
    }

    /** The past fades, and nothing that was said last is judged any more. */
    CandidateHistory forgetting(double fade) {
        return new CandidateHistory(candidate, misses, offeredHours, shortHours, null, null).faded(fade);
    }

    double offeredPercent() {
        return misses.hours() > 0 ? offeredHours / misses.hours() : 0;
    }

    double shortPercent() {
        return misses.hours() > 0 ? 100 * shortHours / misses.hours() : 0;
    }
}
