package io.koordbridge.koordlet.store;

import io.koordbridge.policy.report.Aggregate;

/** Values of one series at the ticks of the axis; starts small and grows up to its capacity. A tick without a value has none. */
final class Series {

    private static final int FIRST_LENGTH = 32;

    private final int capacity;
    private double[] values;
    private long first = -1;
    private long last = -1;
    private long lastMillis = Long.MIN_VALUE;
    private double lastValue = Double.NaN;

    Series(int capacity) {
        this.capacity = capacity;
        this.values = new double[Math.min(FIRST_LENGTH, capacity)];
    }

    static long firstBytes(int capacity) {
        return (long) Math.min(FIRST_LENGTH, capacity) * Double.BYTES;
    }

    long bytes() {
        return (long) values.length * Double.BYTES;
    }

    /** When the newest value was measured. */
    long lastMillis() {
        return lastMillis;
    }

    /** The newest value as it was measured. */
    double lastValue() {
        return lastValue;
    }

    /** Bytes more that a value of a tick takes when the series may grow. */
    long growthBytes(long tick) {
        boolean fits = first < 0 || tick - first < values.length || values.length == capacity;
        return fits ? 0 : (long) grownLength() * Double.BYTES - bytes();
    }

    private int grownLength() {
        return Math.min(capacity, 2 * values.length);
    }

    /**
     * Adds a value, over the oldest one when there is no room. A second value of a tick is weighed with the first by the time since each one before.
     *
     * @param tickStart where the tick began
     */
    void add(long tick, long tickStart, long millis, double value, boolean mayGrow) {
        double kept = value;
        if (tick == last) {
            double before = Math.max(0, lastMillis - tickStart);
            double since = millis - lastMillis;
            kept = (values[slot(tick)] * before + value * since) / (before + since);
        } else {
            advance(tick, mayGrow);
        }
        values[slot(tick)] = kept;
        lastMillis = millis;
        lastValue = value;
    }

    private void advance(long tick, boolean mayGrow) {
        if (first < 0 || tick - last >= capacity) {
            first = tick;
        } else {
            if (mayGrow && tick - first >= values.length && values.length < capacity) {
                grow();
            }
            first = Math.max(first, tick - values.length + 1);
            for (long missed = Math.max(last + 1, first); missed < tick; missed++) {
                values[slot(missed)] = Double.NaN;
            }
        }
        last = tick;
    }

    private void grow() {
        double[] longer = new double[grownLength()];
        for (long tick = first; tick <= last; tick++) {
            longer[(int) (tick % longer.length)] = values[slot(tick)];
        }
        values = longer;
    }

    private int slot(long tick) {
        return (int) (tick % values.length);
    }

    private double at(long tick) {
        return tick < first || tick > last ? Double.NaN : values[slot(tick)];
    }

    /** Values of the ticks that end in a time, both ends included. */
    Aggregate between(TimeAxis axis, long fromMillis, long toMillis) {
        long begin = Math.max(first, axis.firstNotBefore(fromMillis));
        long end = Math.min(last, axis.firstNotBefore(toMillis + 1) - 1);
        if (first < 0 || begin > end) {
            return Aggregate.none();
        }
        long[] times = new long[(int) (end - begin + 1)];
        double[] found = new double[times.length];
        int count = 0;
        for (long tick = begin; tick <= end; tick++) {
            double value = at(tick);
            if (!Double.isNaN(value)) {
                times[count] = axis.end(tick);
                found[count++] = value;
            }
        }
        return Aggregate.of(times, found, count);
    }

    /** The newest value of a time; NaN without one. */
    double lastBetween(TimeAxis axis, long fromMillis, long toMillis) {
        if (lastMillis <= toMillis) {
            return lastMillis >= fromMillis ? lastValue : Double.NaN;
        }
        long oldest = Math.max(first, axis.firstNotBefore(fromMillis));
        for (long tick = Math.min(last, axis.firstNotBefore(toMillis + 1) - 1); tick >= oldest; tick--) {
            if (!Double.isNaN(at(tick))) {
                return at(tick);
            }
        }
        return Double.NaN;
    }

    /** Mean of a time; NaN without a value. */
    double meanBetween(TimeAxis axis, long fromMillis, long toMillis) {
        long end = Math.min(last, axis.firstNotBefore(toMillis + 1) - 1);
        double sum = 0;
        int count = 0;
        for (long tick = Math.max(first, axis.firstNotBefore(fromMillis)); tick <= end && first >= 0; tick++) {
            double value = at(tick);
            if (!Double.isNaN(value)) {
                sum += value;
                count++;
            }
        }
        return count == 0 ? Double.NaN : sum / count;
    }
}
