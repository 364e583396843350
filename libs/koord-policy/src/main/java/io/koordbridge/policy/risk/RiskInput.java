package io.koordbridge.policy.risk;

import java.time.Instant;
import java.util.List;

/**
 * What one report says of one resource of a node.
 *
 * @param at time of the report
 * @param use of the online sum by its newest figure: it holds until the next report
 * @param floor the estimate is never below it: what the mean rule takes
 * @param estimates of the same online sum, each candidate once, at most {@link #MOST_ESTIMATES}; twelve do
 * @param forecast the estimate is never below it; 0 for none
 */
public record RiskInput(Instant at, Limits limits, long use, long floor, List<Estimate> estimates, long forecast) {

    public static final int MOST_ESTIMATES = 24;

    public RiskInput {
        if (use < 0 || floor < 0 || forecast < 0) {
            throw new IllegalArgumentException(
                    "use " + use + ", floor " + floor + ", forecast " + forecast + ": none may be negative");
        }
        if (estimates.size() > MOST_ESTIMATES) {
            throw new IllegalArgumentException(estimates.size() + " estimates, at most " + MOST_ESTIMATES);
        }
        long different = estimates.stream().map(Estimate::candidate).distinct().count();
        if (different != estimates.size()) {
            throw new IllegalArgumentException("a candidate is there twice: " + estimates);
        }
        estimates = List.copyOf(estimates);
    }
}
