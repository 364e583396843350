package io.koordbridge.replay;

import io.koordbridge.api.document.node.OnlineUse.Percentiles;
import io.koordbridge.policy.online.SamplePercentiles;
import java.util.Arrays;
import java.util.Optional;

/**
 * The samples of a window in order of their size, from one report to the next: each sample is put in and taken out once, instead of
 * sorting the window for each report. The array grows with the window.
 */
final class SortedWindow {

    private static final int FIRST_SIZE = 32;

    private double[] sorted = new double[FIRST_SIZE];
    private int count;
    private double sum;

    /**
     * A sample comes in.
     *
     * @param sample a number
     */
    void add(double sample) {
        if (count == sorted.length) {
            sorted = Arrays.copyOf(sorted, 2 * count);
        }
        int found = Arrays.binarySearch(sorted, 0, count, sample);
        int at = found >= 0 ? found : -found - 1;
        System.arraycopy(sorted, at, sorted, at + 1, count - at);
        sorted[at] = sample;
        count++;
        sum += sample;
    }

    /**
     * A sample goes out.
     *
     * @param sample one that came in
     * @throws IllegalArgumentException when it did not come in
     */
    void remove(double sample) {
        int at = Arrays.binarySearch(sorted, 0, count, sample);
        if (at < 0) {
            throw new IllegalArgumentException("sample " + sample + " is not in the window");
        }
        count--;
        System.arraycopy(sorted, at + 1, sorted, at, count - at);
        // What rounding left over does not stay for longer than samples do.
        sum = count == 0 ? 0 : sum - sample;
    }

    /** Number of samples. */
    int count() {
        return count;
    }

    /**
     * Those of the samples, as {@link SamplePercentiles#of} gives them within rounding.
     *
     * @param unit what a sample is multiplied by
     * @return empty without a sample
     */
    Optional<Percentiles> percentiles(double unit) {
        return SamplePercentiles.ofSorted(sorted, count, sum, unit);
    }
}
