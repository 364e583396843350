package io.koordbridge.policy.online;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.document.node.OnlineUse.Percentiles;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SamplePercentilesTest {

    @Test
    void givesMeanRanksAndLargestInTheWantedUnit() {
        double[] samples =
                IntStream.rangeClosed(1, 100).mapToDouble(i -> 101 - i).toArray();

        assertThat(SamplePercentiles.of(samples, 1000))
                .contains(new Percentiles(50_500, 50_000, 90_000, 95_000, 99_000, 100_000));
    }

    @Test
    void aSingleSampleIsEachOfThemAndNoSampleIsNone() {
        assertThat(SamplePercentiles.of(new double[] {2.5}, 1)).contains(new Percentiles(3, 3, 3, 3, 3, 3));
        assertThat(SamplePercentiles.of(new double[0], 1)).isEmpty();
    }

    @Test
    void samplesStayAsTheyWere() {
        double[] samples = {3, 1, 2};

        SamplePercentiles.of(samples, 1);

        assertThat(samples).containsExactly(3, 1, 2);
    }

    @Property
    void percentilesRiseAndLieBetweenTheSmallestAndTheLargest(
            @ForAll @Size(min = 1, max = 400) @DoubleRange(min = 0, max = 1e12) double[] samples) {
        Percentiles found = SamplePercentiles.of(samples, 1).orElseThrow();

        assertThat(new long[] {found.p50(), found.p90(), found.p95(), found.p99(), found.max()})
                .isSorted();
        assertThat(found.mean()).isBetween(0L, found.max());
    }
}
