package io.koordbridge.manager.profile.waitingpods;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;

/**
 * Limits how much is done per second. A value: taking gives the bucket afterwards.
 *
 * @param tokens what may be taken now
 * @param at when that was counted
 */
@PureCore
record TokenBucket(int perSecond, int burst, double tokens, Instant at) {

    private static final double MILLIS_PER_SECOND = 1_000.0;

    /** A full bucket. */
    static TokenBucket full(int perSecond, int burst, Instant now) {
        return new TokenBucket(perSecond, burst, burst, now);
    }

    /** The bucket at a later time; a clock that went back adds nothing. */
    TokenBucket refilled(Instant now) {
        double millis = Math.max(0, (double) Duration.between(at, now).toMillis());
        double more = Math.min(burst, tokens + millis / MILLIS_PER_SECOND * perSecond);
        return new TokenBucket(perSecond, burst, more, now);
    }

    boolean isEmpty() {
        return tokens < 1;
    }

    /** The bucket with one token less. */
    TokenBucket taken() {
        return new TokenBucket(perSecond, burst, tokens - 1, at);
    }
}
