package io.koordbridge.yarnoperator.largest;

import io.koordbridge.policy.amount.YarnAmount;

/**
 * What each cluster keeps.
 *
 * @param nodes how many nodes keep the size, 0 for none
 * @param size the largest container that applications may ask for
 */
public record LargestConfig(int nodes, YarnAmount size) {

    /** Holds the master of a Spark application, or of a MapReduce job, with its overhead. */
    public static final LargestConfig DEFAULT = new LargestConfig(1, new YarnAmount(1, 2048));

    public LargestConfig {
        if (nodes < 0) {
            throw new IllegalArgumentException("keepLargest.nodes " + nodes + ": must not be negative");
        }
        if (size.vcores() < 1 || size.memoryMb() < 1) {
            throw new IllegalArgumentException("keepLargest " + size + ": each must be at least 1");
        }
    }

    /** Whether any node keeps anything. */
    public boolean on() {
        return nodes > 0;
    }
}
