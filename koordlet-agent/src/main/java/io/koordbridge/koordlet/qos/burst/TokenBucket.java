package io.koordbridge.koordlet.qos.burst;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;

/**
 * Limits how long a container may use more than its limit: it saves up tokens while it uses little, and spends them above its limit.
 *
 * @param capacity most that it has, and least below zero
 * @param tokens it has room above its limit while there are some
 * @param at last use
 * @param periodSeconds by which it was made
 */
@PureCore
public record TokenBucket(long capacity, long tokens, Instant at, long periodSeconds) {

    private static final long FULL_PERCENT = 100;
    private static final long LITTLE_PERCENT = 60;
    private static final double MOST_AT_START = 0.5;
    private static final double HASHES = 4_294_967_296.0;

    /** Capacity for a ceiling and the time for which it may be used. */
    public static long capacity(long periodSeconds, long quotaPercent) {
        return periodSeconds * (quotaPercent - FULL_PERCENT);
    }

    /**
     * A new one.
     *
     * @param startTokens what it begins with
     */
    public static TokenBucket of(long periodSeconds, long quotaPercent, long startTokens, Instant now) {
        return new TokenBucket(capacity(periodSeconds, quotaPercent), startTokens, now, periodSeconds);
    }

    /** What the bucket of a container begins with: anything below half of its capacity, always the same for one container. */
    static long startTokens(String containerId, long capacity) {
        double share = Integer.toUnsignedLong(containerId.hashCode() * 0x9E3779B9) / HASHES;
        return (long) (share * MOST_AT_START * capacity);
    }

    /** The bucket after the time that passed with a usage in percent of the limit. */
    public TokenBucket next(long usagePercent, Instant now) {
        long seconds = Math.max(0, Duration.between(at, now).toSeconds());
        long change = 0;
        if (usagePercent >= FULL_PERCENT) {
            change = -(usagePercent - FULL_PERCENT) * seconds;
        } else if (usagePercent < LITTLE_PERCENT) {
            change = (FULL_PERCENT - usagePercent) * seconds;
        }
        return new TokenBucket(capacity, Math.max(-capacity, Math.min(capacity, tokens + change)), now, periodSeconds);
    }

    /** Whether there is room above the limit. */
    public boolean allows() {
        return tokens > 0;
    }

    /** How long it is kept without a use. */
    public long expireSeconds() {
        return 2 * periodSeconds;
    }

    boolean isExpired(Instant now) {
        return Duration.between(at, now).toSeconds() > expireSeconds();
    }
}
