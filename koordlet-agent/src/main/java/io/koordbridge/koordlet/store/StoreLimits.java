package io.koordbridge.koordlet.store;

import java.time.Duration;

/**
 * Sizes of the store.
 *
 * @param maxBytes hard limit over all rings; beyond it new series are refused and rings stop growing
 * @param nodeRetention window of node series at one sample a second
 * @param podRetention window of pod and host application series
 * @param containerRetention window of container series
 */
public record StoreLimits(long maxBytes, Duration nodeRetention, Duration podRetention, Duration containerRetention) {

    public static final StoreLimits DEFAULT =
            new StoreLimits(12L << 20, Duration.ofMinutes(31), Duration.ofMinutes(10), Duration.ofMinutes(1));

    int capacity(Metric.Scope scope) {
        Duration retention = switch (scope) {
            case NODE -> nodeRetention;
            case POD -> podRetention;
            case CONTAINER -> containerRetention;
        };
        return Math.toIntExact(Math.max(8, retention.toSeconds()));
    }
}
