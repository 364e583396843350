package io.koordbridge.colo.plan.metricsserver;

import io.koordbridge.colo.terminal.Span;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;

/**
 * Looks, and those that were not answered.
 *
 * @param misses without an answer
 * @param inRow misses since the last answer
 * @param mostInRow the longest stretch of them
 */
@PureCore
record LookCount(int all, int misses, int inRow, int mostInRow) {
    static final LookCount NONE = new LookCount(0, 0, 0, 0);

    LookCount answered() {
        return new LookCount(all + 1, misses, 0, mostInRow);
    }

    LookCount missed() {
        return new LookCount(all + 1, misses + 1, inRow + 1, Math.max(mostInRow, inRow + 1));
    }

    /** In words, how long the misses since the last answer lasted. */
    String lasted(Duration interval) {
        return Span.text(interval.multipliedBy(inRow));
    }

    /** In words, how long the longest stretch lasted. */
    String longest(Duration interval) {
        return Span.text(interval.multipliedBy(mostInRow));
    }
}
