package io.koordbridge.policy.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AggregateTest {

    private static Aggregate of(double... values) {
        long[] times = new long[values.length];
        for (int i = 0; i < times.length; i++) {
            times[i] = 1_000L * i;
        }
        return Aggregate.of(times, values);
    }

    @Test
    void averagesAndGivesTheNewest() {
        Aggregate aggregate = of(3, 1, 5);

        assertThat(aggregate.average()).hasValue(3);
        assertThat(aggregate.last()).hasValue(5);
        assertThat(aggregate.count()).isEqualTo(3);
        assertThat(aggregate.rangeMillis()).isEqualTo(2_000);
    }

    @Test
    void takesThePercentileByItsRank() {
        Aggregate hundred = of(java.util.stream.IntStream.rangeClosed(1, 100)
                .mapToDouble(i -> 101 - i)
                .toArray());

        assertThat(hundred.percentile(0.5f)).hasValue(50);
        assertThat(hundred.percentile(0.9f)).hasValue(90);
        assertThat(hundred.percentile(0.99f)).hasValue(99);
        assertThat(of(7).percentile(0.5f)).hasValue(7);
    }

    @Test
    void knowsNothingWithoutSamples() {
        assertThat(Aggregate.none().average()).isEmpty();
        assertThat(Aggregate.none().last()).isEmpty();
        assertThat(Aggregate.none().percentile(0.5f)).isEmpty();
        assertThat(Aggregate.none().rangeMillis()).isZero();
    }

    @Test
    void refusesTimesWithoutValues() {
        assertThatThrownBy(() -> Aggregate.of(new long[2], new double[1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("2 times for 1 values");
    }
}
