package io.koordbridge.bench.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.koordbridge.bench.online.BlockBootstrap.Interval;
import io.koordbridge.bench.online.BlockBootstrap.Sample;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BlockBootstrapTest {

    @Test
    void theValueIsThePercentileOfAllBlocksTogether() {
        Sample sample = new Sample(new long[][] {{5, 1, 4}, {2, 3, 10}});

        BlockBootstrap bootstrap = new BlockBootstrap(2, 1);

        assertThat(sample.size()).isEqualTo(6);
        assertThat(bootstrap.percentile(sample, 50).value()).isEqualTo(3);
        assertThat(bootstrap.percentile(sample, 99).value()).isEqualTo(10);
    }

    @Test
    void blocksThatAgreeGiveAnIntervalWithoutWidth() {
        Sample sample = new Sample(new long[][] {{1, 2, 3}, {3, 2, 1}, {2, 1, 3}});

        assertThat(new BlockBootstrap(3, 7).percentile(sample, 50)).isEqualTo(new Interval(2, 2, 2));
    }

    @Test
    void blocksThatDifferGiveAnIntervalOfThem() {
        Sample sample = new Sample(new long[][] {{1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}});

        Interval interval = new BlockBootstrap(8, 7).percentile(sample, 50);

        assertThat(interval.value()).isEqualTo(4);
        assertThat(interval.low()).isBetween(1.0, 3.0);
        assertThat(interval.high()).isBetween(5.0, 8.0);
    }

    /** Noise of a block hits both arms and is no part of the ratio. */
    @Test
    void noiseThatArmsShareIsNotInTheirRatio() {
        SplittableRandom random = new SplittableRandom(1);
        long[][] base = new long[10][];
        long[][] twice = new long[10][];
        for (int block = 0; block < base.length; block++) {
            long noise = random.nextLong(1_000, 100_000);
            base[block] = new long[] {noise, noise, noise};
            twice[block] = Arrays.stream(base[block]).map(value -> 2 * value).toArray();
        }

        Interval ratio = new BlockBootstrap(10, 1).ratio(new Sample(twice), new Sample(base), 99);

        assertThat(ratio).isEqualTo(new Interval(2, 2, 2));
        Interval spread = new BlockBootstrap(10, 1).percentile(new Sample(base), 50);
        assertThat(spread.high()).isGreaterThan(spread.low());
    }

    @Test
    void arrivalsFollowFromTheSeedAndHaveTheRate() {
        long[] arrivals = Arrivals.poisson(3, 20_000, 1_000_000);

        assertThat(arrivals).isSorted().isEqualTo(Arrivals.poisson(3, 20_000, 1_000_000));
        assertThat(Arrivals.poisson(4, 20_000, 1_000_000)).isNotEqualTo(arrivals);
        assertThat(arrivals[19_999] / 20_000.0).isCloseTo(1_000_000, within(30_000.0));
    }
}
