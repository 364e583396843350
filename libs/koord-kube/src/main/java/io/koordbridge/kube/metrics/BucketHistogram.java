package io.koordbridge.kube.metrics;

import com.codahale.metrics.Histogram;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.SlidingWindowReservoir;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/** A histogram with fixed buckets, written by {@link PrometheusFormatter} as such; other reporters see rounded recent values. */
public final class BucketHistogram extends Histogram {

    private static final int RECENT = 128;

    private final double[] upperBounds;
    private final LongAdder[] counts;
    private final DoubleAdder sum = new DoubleAdder();

    private BucketHistogram(double[] upperBounds) {
        super(new SlidingWindowReservoir(RECENT));
        this.upperBounds = upperBounds.clone();
        this.counts = IntStream.rangeClosed(0, upperBounds.length)
                .mapToObj(unused -> new LongAdder())
                .toArray(LongAdder[]::new);
    }

    /**
     * The histogram of a registry name, made when it is new.
     *
     * @param upperBounds inclusive, ascending; a last bucket takes what is above
     */
    public static BucketHistogram of(MetricRegistry registry, String name, double[] upperBounds) {
        return (BucketHistogram) registry.histogram(name, () -> new BucketHistogram(upperBounds));
    }

    /** Bounds that grow by a factor. */
    public static double[] exponential(double first, double factor, int count) {
        return IntStream.range(0, count)
                .mapToDouble(power -> first * Math.pow(factor, power))
                .toArray();
    }

    /** Counts a value. */
    public void observe(double value) {
        int bucket = 0;
        while (bucket < upperBounds.length && value > upperBounds[bucket]) {
            bucket++;
        }
        counts[bucket].increment();
        sum.add(value);
        super.update(Math.round(value));
    }

    @Override
    public void update(int value) {
        observe(value);
    }

    @Override
    public void update(long value) {
        observe((double) value);
    }

    /** Upper bounds, the last one infinite. */
    double[] bounds() {
        double[] bounds = java.util.Arrays.copyOf(upperBounds, upperBounds.length + 1);
        bounds[upperBounds.length] = Double.POSITIVE_INFINITY;
        return bounds;
    }

    /** Values by bucket, not cumulative. */
    long[] counts() {
        return java.util.Arrays.stream(counts).mapToLong(LongAdder::sum).toArray();
    }

    double sum() {
        return sum.sum();
    }
}
