package io.koordbridge.policy.report;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;

/**
 * How many reports may come ahead of the timer: one each half minute, and one more saved up. A jump, which makes capacity shrink, takes what
 * there is; a fall leaves one for the next jump.
 *
 * @param tokens reports that may be written early
 * @param at when they were counted
 */
@PureCore
public record EarlyBudget(double tokens, Instant at) {

    private static final double MOST = 2;
    private static final Duration REFILL = Duration.ofSeconds(30);

    /** A full budget. */
    static EarlyBudget full(Instant now) {
        return new EarlyBudget(MOST, now);
    }

    private double tokensAt(Instant now) {
        double gained = (double) Math.max(0, Duration.between(at, now).toMillis()) / REFILL.toMillis();
        return Math.min(MOST, tokens + gained);
    }

    boolean allowsJump(Instant now) {
        return tokensAt(now) >= 1;
    }

    boolean allowsFall(Instant now) {
        return tokensAt(now) >= 2;
    }

    /** What is left after a report. */
    EarlyBudget after(SurgePolicy.Due due, Instant now) {
        boolean early = due == SurgePolicy.Due.JUMP || due == SurgePolicy.Due.FALL;
        return new EarlyBudget(tokensAt(now) - (early ? 1 : 0), now);
    }
}
