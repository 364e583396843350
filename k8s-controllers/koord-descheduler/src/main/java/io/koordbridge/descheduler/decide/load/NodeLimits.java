package io.koordbridge.descheduler.decide.load;

import io.koordbridge.protocol.PureCore;

/** Thresholds of one node in amounts, by the places of {@link LoadKeys}. */
@PureCore
final class NodeLimits {

    private final long[] low;
    private final long[] high;
    private final long[] prodLow;
    private final long[] prodHigh;

    NodeLimits(int keys) {
        low = new long[keys];
        high = new long[keys];
        prodLow = new long[keys];
        prodHigh = new long[keys];
    }

    long[] low() {
        return low;
    }

    long[] high() {
        return high;
    }

    long[] prodLow() {
        return prodLow;
    }

    long[] prodHigh() {
        return prodHigh;
    }
}
