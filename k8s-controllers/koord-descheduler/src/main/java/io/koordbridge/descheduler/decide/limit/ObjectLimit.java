package io.koordbridge.descheduler.decide.limit;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/**
 * Limit of the evictions of each workload, or of each namespace; descheduler specification section 8.
 *
 * @param duration time in which the most evictions may happen; 0 or less switches the limit off
 * @param most evictions in that time by replicas of the workload; 0 leaves the object without a limit
 * @param burst evictions at once, 1 at least
 */
@PureCore
public record ObjectLimit(Duration duration, IntUnaryOperator most, int burst) {

    /** No limit. */
    public static final ObjectLimit OFF = new ObjectLimit(Duration.ZERO, replicas -> 0, 1);

    private static final double NANOS = 1e9;

    /** Whether it limits anything. */
    public boolean isOn() {
        return duration.compareTo(Duration.ZERO) > 0;
    }

    /** How tokens of an object come; empty when its evictions are not counted. A most below 0 is counted, and no token comes. */
    Optional<TokenBucket.Rate> rate(int replicas) {
        int evictions = isOn() ? most.applyAsInt(replicas) : 0;
        return evictions == 0 ? Optional.empty() : Optional.of(new TokenBucket.Rate(evictions / seconds(), burst));
    }

    /** How long after its last eviction a bucket is kept: 1.5 times the duration. */
    Duration kept() {
        return duration.plus(duration.dividedBy(2));
    }

    private double seconds() {
        return duration.getSeconds() + duration.getNano() / NANOS;
    }
}
