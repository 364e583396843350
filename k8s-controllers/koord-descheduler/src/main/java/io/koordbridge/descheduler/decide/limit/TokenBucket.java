package io.koordbridge.descheduler.decide.limit;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;

/**
 * Tokens that come at a steady rate; one is taken by each eviction. Fractions are floats, because the reference counts so.
 *
 * @param tokens from 0 to the burst
 * @param filledAt when they were counted
 */
@PureCore
public record TokenBucket(double tokens, Instant filledAt) {

    private static final double NANOS = 1e9;

    public TokenBucket {
        if (!(tokens >= 0)) {
            throw new IllegalArgumentException("invalid tokens: '" + tokens + "'; allowed: 0 or more");
        }
    }

    /** A bucket that is full. */
    public static TokenBucket full(int burst, Instant now) {
        return new TokenBucket(Math.max(burst, 1), now);
    }

    /** The bucket at a later time; where the clock went back, no token comes and none is lost. */
    public TokenBucket at(Instant now, Rate rate) {
        double passed = now.isAfter(filledAt) ? seconds(Duration.between(filledAt, now)) : 0;
        return new TokenBucket(Math.min(rate.burst(), tokens + passed * rate.perSecond()), now);
    }

    /** Whether a whole token is there. */
    public boolean hasToken() {
        return tokens - 1 >= 0;
    }

    /** One token less; a bucket that has no token within a nanosecond stays as it is: nothing is borrowed. */
    public TokenBucket take(Rate rate) {
        double missing = 1 - tokens;
        boolean there = missing <= 0 || missing / rate.perSecond() * NANOS < 1;
        return there ? new TokenBucket(Math.max(0, tokens - 1), filledAt) : this;
    }

    /** Time until a whole token is there; the longest one when no token comes. */
    public Duration untilToken(Rate rate) {
        if (hasToken()) {
            return Duration.ZERO;
        }
        double seconds = (1 - tokens) / rate.perSecond();
        return seconds < Integer.MAX_VALUE
                ? Duration.ofMillis((long) Math.ceil(seconds * 1_000))
                : Duration.ofSeconds(Integer.MAX_VALUE);
    }

    private static double seconds(Duration time) {
        return time.getSeconds() + time.getNano() / NANOS;
    }

    /**
     * How tokens come.
     *
     * @param perSecond tokens in a second, 0 when none comes
     * @param burst most tokens in the bucket, 1 at least
     */
    public record Rate(double perSecond, int burst) {

        public Rate {
            perSecond = perSecond > 0 && perSecond < Double.POSITIVE_INFINITY ? perSecond : 0;
            burst = Math.max(burst, 1);
        }
    }
}
