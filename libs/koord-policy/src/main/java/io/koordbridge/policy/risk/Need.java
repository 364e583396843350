package io.koordbridge.policy.risk;

/**
 * The rule of being short: suppression leaves less than nine tenths of the offer. Percentages are of the node.
 *
 * @param offered the capacity threshold
 * @param suppressed the suppression threshold
 */
record Need(double offered, double suppressed, double use) {

    private static final double ENOUGH = 0.9;

    static Need of(Limits limits, long use) {
        return new Need(limits.offeredPercent(), limits.suppressedPercent(), limits.percent(use));
    }

    double room(double estimate) {
        return Math.max(0, offered - estimate);
    }

    boolean isShort(double estimate) {
        double offer = room(estimate);
        return offer > 0 && suppressed - use < ENOUGH * offer;
    }

    /** The lowest estimate that is not short. */
    double estimate() {
        return offered - (suppressed - use) / ENOUGH;
    }

    CandidateHistory.Verdict verdict(double base, double estimate) {
        return new CandidateHistory.Verdict(estimate() - base, room(estimate), isShort(estimate));
    }
}
