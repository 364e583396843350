package io.koordbridge.yarnoperator.amounts;

import java.time.Duration;

/**
 * How amounts are counted.
 *
 * @param readEvery how often the web servers of ResourceManagers are asked
 * @param freshFor how long a new series of a counter shows its first value
 * @param mostQueues of a cluster that have series of their own
 * @param perNode whether nodes have series of their own
 */
public record AmountsConfig(Duration readEvery, Duration freshFor, int mostQueues, boolean perNode) {

    /** Questions may fail this often in a row before it is not known what was held in between. */
    private static final int MISSES = 4;

    Duration longestStep() {
        return readEvery.multipliedBy(MISSES);
    }
}
