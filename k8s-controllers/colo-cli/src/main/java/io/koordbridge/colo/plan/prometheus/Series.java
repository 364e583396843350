package io.koordbridge.colo.plan.prometheus;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** One series of an answer, while and after it is read. */
final class Series {
    private static final int FIRST_ROOM = 1;

    private final Map<String, String> labels = new HashMap<>(4);
    private long[] seconds = new long[FIRST_ROOM];
    private double[] values = new double[FIRST_ROOM];
    private int size;

    void label(String name, String value) {
        labels.put(name, value);
    }

    void point(double second, double value) {
        if (size == seconds.length) {
            seconds = Arrays.copyOf(seconds, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
        }
        seconds[size] = Math.round(second);
        values[size] = value;
        size++;
    }

    Map<String, String> labels() {
        return labels;
    }

    int size() {
        return size;
    }

    long second(int index) {
        return seconds[index];
    }

    double value(int index) {
        return values[index];
    }
}
