package io.koordbridge.bench.report;

import java.util.Arrays;

/** Order statistics of a sample: the value that a share of all values does not exceed, without interpolation. */
public final class Percentiles {

    private static final double PERCENT = 100.0;
    private static final double NANOS_PER_MILLI = 1e6;

    private final long[] sorted;

    /** A sample in any order; not empty. */
    public Percentiles(long[] values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("no values");
        }
        sorted = values.clone();
        Arrays.sort(sorted);
    }

    /** As {@link #at}, for a sample of nanoseconds. */
    public double millis(double percent) {
        return at(percent) / NANOS_PER_MILLI;
    }

    /** The smallest value that at least this share of all values does not exceed. */
    public long at(double percent) {
        int rank = (int) Math.ceil(percent / PERCENT * sorted.length);
        return sorted[Math.max(1, Math.min(rank, sorted.length)) - 1];
    }
}
