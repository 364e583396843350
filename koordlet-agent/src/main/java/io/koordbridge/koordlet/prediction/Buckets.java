package io.koordbridge.koordlet.prediction;

import io.koordbridge.protocol.PureCore;

/**
 * Ranges of values, each 5 % wider than the one below.
 *
 * @param first width of the lowest one
 * @param count number of them; the highest one is open
 */
@PureCore
record Buckets(double first, int count) {

    /** CPU in cores, up to 1024. */
    static final Buckets CPU = upTo(1024, 0.025);
    /** Memory in bytes, up to 2 TiB. */
    static final Buckets MEMORY = upTo(0x1p41, 5 << 20);

    private static final double RATIO = 1.05;

    private static Buckets upTo(double largest, double first) {
        return new Buckets(first, (int) Math.ceil(log(largest * (RATIO - 1) / first + 1)) + 1);
    }

    private static double log(double value) {
        return Math.log(value) / Math.log(RATIO);
    }

    /** Lower end of a bucket. */
    double start(int bucket) {
        return first * (Math.pow(RATIO, bucket) - 1) / (RATIO - 1);
    }

    /** The bucket of a value. */
    int of(double value) {
        return value < first ? 0 : Math.min(count - 1, (int) log(value * (RATIO - 1) / first + 1));
    }
}
