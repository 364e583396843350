package io.koordbridge.policy.risk;

/**
 * Use of the online sum as one candidate puts it.
 *
 * @param amount milli-CPU or bytes
 */
public record Estimate(Candidate candidate, long amount) {

    public Estimate {
        if (amount < 0) {
            throw new IllegalArgumentException(candidate.text() + ": " + amount + ", must not be negative");
        }
    }
}
