package io.koordbridge.koordlet.store;

import java.time.Duration;

/**
 * Sizes of the store.
 *
 * @param maxBytes hard limit over all series; beyond it new ones are refused and the others stop growing
 * @param interval time between two samples, about the length of a tick
 * @param nodeRetention longest window of node series
 * @param podRetention longest window of pod and host application series
 * @param containerRetention longest window of container series
 */
public record StoreLimits(
        long maxBytes, Duration interval, Duration nodeRetention, Duration podRetention, Duration containerRetention) {

    public static final StoreLimits DEFAULT = new StoreLimits(
            12L << 20, Duration.ofSeconds(1), Duration.ofMinutes(31), Duration.ofMinutes(10), Duration.ofMinutes(1));

    /** Both ends of a window count. */
    int capacity(Metric.Scope scope) {
        Duration retention = switch (scope) {
            case NODE -> nodeRetention;
            case POD -> podRetention;
            case CONTAINER -> containerRetention;
        };
        long intervals = (retention.toMillis() + interval.toMillis() - 1) / interval.toMillis();
        return Math.toIntExact(Math.max(8, intervals + 1));
    }
}
