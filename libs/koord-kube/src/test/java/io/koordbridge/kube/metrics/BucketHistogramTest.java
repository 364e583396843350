package io.koordbridge.kube.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import org.junit.jupiter.api.Test;

class BucketHistogramTest {

    private final MetricRegistry registry = new MetricRegistry();
    private final BucketHistogram histogram = BucketHistogram.of(registry, "seconds", new double[] {0.1, 1, 10});

    @Test
    void countsAValueInTheFirstBucketThatHoldsIt() {
        histogram.observe(0.1);
        histogram.observe(0.2);
        histogram.observe(1);
        histogram.observe(11);

        assertThat(histogram.counts()).containsExactly(1, 2, 0, 1);
        assertThat(histogram.bounds()).containsExactly(0.1, 1, 10, Double.POSITIVE_INFINITY);
        assertThat(histogram.sum()).isEqualTo(12.3);
        assertThat(histogram.getCount()).isEqualTo(4);
    }

    @Test
    void takesUpdatesOfOtherReporters() {
        histogram.update(5);
        histogram.update(20L);

        assertThat(histogram.counts()).containsExactly(0, 0, 1, 1);
    }

    @Test
    void givesOneHistogramForAName() {
        assertThat(BucketHistogram.of(registry, "seconds", new double[] {7})).isSameAs(histogram);
    }

    @Test
    void growsBoundsByTheirFactor() {
        assertThat(BucketHistogram.exponential(0.5, 2, 4)).containsExactly(0.5, 1, 2, 4);
    }
}
