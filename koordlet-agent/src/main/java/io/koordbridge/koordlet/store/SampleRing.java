package io.koordbridge.koordlet.store;

import java.util.Arrays;

/** The newest samples of one series; starts small and grows up to its capacity. Times never run backwards. */
final class SampleRing {

    static final int BYTES_PER_SAMPLE = 2 * Long.BYTES;
    private static final int FIRST_CAPACITY = 32;

    private final int capacity;
    private long[] times;
    private double[] values;
    private int start;
    private int size;

    SampleRing(int capacity) {
        this.capacity = capacity;
        int first = Math.min(FIRST_CAPACITY, capacity);
        this.times = new long[first];
        this.values = new double[first];
    }

    static long firstBytes(int capacity) {
        return (long) Math.min(FIRST_CAPACITY, capacity) * BYTES_PER_SAMPLE;
    }

    long bytes() {
        return (long) times.length * BYTES_PER_SAMPLE;
    }

    /** Bytes more that the next sample takes when the ring may grow. */
    long growthBytes() {
        return size < times.length || times.length >= capacity ? 0 : (long) grownLength() * BYTES_PER_SAMPLE - bytes();
    }

    private int grownLength() {
        return Math.min(capacity, times.length * 2);
    }

    /** Adds a sample; over the oldest one when the ring is full and may not grow. */
    void add(long timeMillis, double value, boolean mayGrow) {
        if (size == times.length && times.length < capacity && mayGrow) {
            grow();
        }
        if (size == times.length) {
            start = (start + 1) % times.length;
            size--;
        }
        int end = (start + size) % times.length;
        times[end] = timeMillis;
        values[end] = value;
        size++;
    }

    private void grow() {
        int length = grownLength();
        long[] newTimes = new long[length];
        double[] newValues = new double[length];
        for (int i = 0; i < size; i++) {
            newTimes[i] = times[(start + i) % times.length];
            newValues[i] = values[(start + i) % times.length];
        }
        times = newTimes;
        values = newValues;
        start = 0;
    }

    long lastMillis() {
        return size == 0 ? Long.MIN_VALUE : times[(start + size - 1) % times.length];
    }

    Aggregate between(long fromMillis, long toMillis) {
        long[] foundTimes = new long[size];
        double[] foundValues = new double[size];
        int found = 0;
        for (int i = 0; i < size; i++) {
            int at = (start + i) % times.length;
            if (times[at] >= fromMillis && times[at] <= toMillis) {
                foundTimes[found] = times[at];
                foundValues[found] = values[at];
                found++;
            }
        }
        return Aggregate.of(Arrays.copyOf(foundTimes, found), Arrays.copyOf(foundValues, found));
    }

    /** The newest sample of a window without copying the window. */
    double lastBetween(long fromMillis, long toMillis) {
        for (int i = size - 1; i >= 0; i--) {
            int at = (start + i) % times.length;
            if (times[at] <= toMillis) {
                return times[at] >= fromMillis ? values[at] : Double.NaN;
            }
        }
        return Double.NaN;
    }

    /** Mean of a window without copying it; NaN when it is empty. */
    double meanBetween(long fromMillis, long toMillis) {
        double sum = 0;
        int count = 0;
        for (int i = 0; i < size; i++) {
            int at = (start + i) % times.length;
            if (times[at] >= fromMillis && times[at] <= toMillis) {
                sum += values[at];
                count++;
            }
        }
        return count == 0 ? Double.NaN : sum / count;
    }
}
