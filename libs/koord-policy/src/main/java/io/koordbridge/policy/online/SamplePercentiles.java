package io.koordbridge.policy.online;

import io.koordbridge.api.document.node.OnlineUse.Percentiles;
import io.koordbridge.protocol.PureCore;
import java.util.Arrays;
import java.util.Optional;

/** Mean, percentiles and largest of samples; ranks as in the percentiles of a report. */
@PureCore
public final class SamplePercentiles {

    /** Share of a window that has to be watched before its percentiles are known. */
    public static final double WATCHED = 0.9;

    private SamplePercentiles() {}

    /**
     * Of samples that count alike, in any order.
     *
     * @param unit what a sample is multiplied by; 1000 from cores to milli-cores
     * @return empty without a sample
     */
    public static Optional<Percentiles> of(double[] samples, double unit) {
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        double sum = 0;
        for (double sample : sorted) {
            sum += sample;
        }
        return ofSorted(sorted, sorted.length, sum, unit);
    }

    /**
     * Of samples that are sorted already.
     *
     * @param sorted the first {@code count} of it count, and ascend
     * @param sum of these
     * @param unit what a sample is multiplied by
     * @return empty without a sample
     */
    public static Optional<Percentiles> ofSorted(double[] sorted, int count, double sum, double unit) {
        if (count == 0) {
            return Optional.empty();
        }
        double max = sorted[count - 1];
        return Optional.of(new Percentiles(
                whole(Math.min(max, sum / count), unit),
                whole(sorted[rank(count, 0.5f)], unit),
                whole(sorted[rank(count, 0.9f)], unit),
                whole(sorted[rank(count, 0.95f)], unit),
                whole(sorted[rank(count, 0.99f)], unit),
                whole(max, unit)));
    }

    /** Computed in 32 bits, as the reference does. */
    private static int rank(int count, float fraction) {
        return Math.max(0, (int) ((float) count * fraction) - 1);
    }

    private static long whole(double value, double unit) {
        return Math.max(0, Math.round(value * unit));
    }
}
