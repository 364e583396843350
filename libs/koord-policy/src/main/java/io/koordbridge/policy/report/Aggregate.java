package io.koordbridge.policy.report;

import io.koordbridge.protocol.PureCore;
import java.util.Arrays;
import java.util.OptionalDouble;

/** Samples of one series in one window, oldest first; specification section 6. */
@PureCore
public final class Aggregate {

    private static final Aggregate NONE = new Aggregate(new long[0], new double[0]);

    private final long[] timesMillis;
    private final double[] values;

    private Aggregate(long[] timesMillis, double[] values) {
        this.timesMillis = timesMillis;
        this.values = values;
    }

    /** An aggregate of samples that are sorted by time. */
    public static Aggregate of(long[] timesMillis, double[] values) {
        if (timesMillis.length != values.length) {
            throw new IllegalArgumentException(timesMillis.length + " times for " + values.length + " values");
        }
        return new Aggregate(timesMillis.clone(), values.clone());
    }

    /** Of the first {@code count} of both, sorted by time. */
    public static Aggregate of(long[] timesMillis, double[] values, int count) {
        return new Aggregate(Arrays.copyOf(timesMillis, count), Arrays.copyOf(values, count));
    }

    public static Aggregate none() {
        return NONE;
    }

    /** All of them, oldest first. */
    public double[] values() {
        return values.clone();
    }

    public int count() {
        return values.length;
    }

    public OptionalDouble average() {
        if (values.length == 0) {
            return OptionalDouble.empty();
        }
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return OptionalDouble.of(sum / values.length);
    }

    /** The newest value. */
    public OptionalDouble last() {
        return values.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(values[values.length - 1]);
    }

    /**
     * The value at a rank.
     *
     * @param fraction 0.5, 0.9, 0.95 or 0.99; the index is computed in 32 bits, as the reference does
     */
    public OptionalDouble percentile(float fraction) {
        if (values.length == 0) {
            return OptionalDouble.empty();
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int index = (int) ((float) values.length * fraction) - 1;
        return OptionalDouble.of(sorted[Math.max(0, index)]);
    }

    /** Time between the first and the last sample. */
    public long rangeMillis() {
        return timesMillis.length == 0 ? 0 : timesMillis[timesMillis.length - 1] - timesMillis[0];
    }
}
