package io.koordbridge.koordlet.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.report.Aggregate;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SampleStoreTest {

    private static final Instant START = Instant.ofEpochSecond(1_700_000_000);

    @Test
    void keepsTheNewestSamplesOfASeries() {
        SampleStore store = new SampleStore(new StoreLimits(
                1 << 20,
                Duration.ofSeconds(1),
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                Duration.ofSeconds(10)));
        for (int i = 0; i < 100; i++) {
            store.append(Metric.NODE_CPU, SampleStore.NODE, START.plusSeconds(i), i);
        }

        Aggregate all = store.between(Metric.NODE_CPU, SampleStore.NODE, START, START.plusSeconds(1_000));

        assertThat(all.count()).isEqualTo(11);
        assertThat(all.average()).hasValue(94);
    }

    @Test
    void neverTakesMoreThanItsLimit() {
        SampleStore store = new SampleStore(new StoreLimits(
                20_000, Duration.ofSeconds(1), Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1)));

        for (int pod = 0; pod < 100; pod++) {
            for (int i = 0; i < 200; i++) {
                store.append(Metric.POD_CPU, "pod-" + pod, START.plusSeconds(i), i);
            }
        }

        SampleStore.Size size = store.size();
        assertThat(size.bytes()).isLessThanOrEqualTo(20_000);
        assertThat(size.refusedSamples()).isPositive();
        assertThat(store.latest(Metric.POD_CPU, "pod-0", START.plusSeconds(199), Duration.ofSeconds(1)))
                .hasValue(199);
    }

    @Test
    void giveBackTheBytesOfPodsThatEnded() {
        SampleStore store = new SampleStore(StoreLimits.DEFAULT);
        store.append(Metric.POD_CPU, "gone", START, 1);
        store.append(Metric.NODE_CPU, SampleStore.NODE, START, 1);
        long before = store.size().bytes();

        store.dropIdle(START.plusSeconds(60));

        assertThat(store.size().series()).isEqualTo(1);
        assertThat(store.size().bytes()).isLessThan(before);
    }

    @Test
    void staleIsNotLatest() {
        SampleStore store = new SampleStore(StoreLimits.DEFAULT);
        store.append(Metric.NODE_CPU, SampleStore.NODE, START, 1);

        assertThat(store.latest(Metric.NODE_CPU, SampleStore.NODE, START.plusSeconds(3), Duration.ofSeconds(2)))
                .isEmpty();
    }

    @Test
    void whatIsNoNumberIsNotKept() {
        SampleStore store = new SampleStore(StoreLimits.DEFAULT);
        store.append(Metric.NODE_CPU, SampleStore.NODE, START, Double.NaN);

        assertThat(store.size().series()).isZero();
    }

    @Test
    void keepsTheWholeWindowWhateverTheInterval() {
        Duration interval = Duration.ofMillis(200);
        SampleStore quick = new SampleStore(new StoreLimits(
                1 << 20, interval, Duration.ofMinutes(10), Duration.ofMinutes(10), Duration.ofMinutes(1)));
        Instant end = START.plus(Duration.ofMinutes(20));
        for (Instant at = START; !at.isAfter(end); at = at.plus(interval)) {
            quick.append(Metric.NODE_CPU, SampleStore.NODE, at, 1);
        }

        assertThat(quick.between(Metric.NODE_CPU, SampleStore.NODE, end.minus(Duration.ofMinutes(10)), end)
                        .rangeMillis())
                .isEqualTo(Duration.ofMinutes(10).toMillis());
    }

    /** Three readings in one second must not count three times as much as the one of the next second. */
    @Test
    void averagesWeighByTimeWhateverNumberOfReadings() {
        SampleStore store = new SampleStore(StoreLimits.DEFAULT);
        store.append(Metric.NODE_CPU, SampleStore.NODE, START, 1);
        store.append(Metric.NODE_CPU, SampleStore.NODE, START.plusMillis(1_000), 1);
        for (int i = 1; i <= 2; i++) {
            store.append(Metric.NODE_CPU, SampleStore.NODE, START.plusMillis(1_000 + 250 * i), 5);
        }
        store.append(Metric.NODE_CPU, SampleStore.NODE, START.plusMillis(2_500), 1);

        Instant end = START.plusMillis(2_500);
        assertThat(store.mean(Metric.NODE_CPU, SampleStore.NODE, START.plusMillis(1), end))
                .as("of 1.5 s, a third of which had 5, and of 1 s")
                .hasValueCloseTo((7.0 / 3 + 1) / 2, org.assertj.core.api.Assertions.within(1e-9));
        assertThat(store.latest(Metric.NODE_CPU, SampleStore.NODE, START.plusMillis(1_500), Duration.ofSeconds(1)))
                .as("of the past")
                .hasValueCloseTo(7.0 / 3, org.assertj.core.api.Assertions.within(1e-9));
        store.append(Metric.NODE_CPU, SampleStore.NODE, START.plusMillis(2_750), 9);
        assertThat(store.latest(Metric.NODE_CPU, SampleStore.NODE, START.plusMillis(2_750), Duration.ofSeconds(1)))
                .as("the newest is as it was measured")
                .hasValue(9);
    }

    @Test
    void readingsInBetweenDoNotShortenTheWindow() {
        SampleStore store = new SampleStore(new StoreLimits(
                1 << 20, Duration.ofSeconds(1), Duration.ofMinutes(10), Duration.ofMinutes(10), Duration.ofMinutes(1)));
        Instant end = START.plus(Duration.ofMinutes(30));
        for (Instant at = START; !at.isAfter(end); at = at.plusMillis(250)) {
            store.append(Metric.NODE_CPU, SampleStore.NODE, at, 1);
        }

        assertThat(store.between(Metric.NODE_CPU, SampleStore.NODE, end.minus(Duration.ofMinutes(10)), end)
                        .rangeMillis())
                .isGreaterThanOrEqualTo(Duration.ofMinutes(10).minusSeconds(2).toMillis());
    }

    @Test
    void seriesOfOneTickShareItsTime() {
        SampleStore store = new SampleStore(StoreLimits.DEFAULT);
        for (int i = 0; i < 100; i++) {
            for (int pod = 0; pod < 10; pod++) {
                store.append(Metric.POD_CPU, "pod-" + pod, START.plusSeconds(i), i);
            }
        }

        assertThat(store.size().bytes()).as("128 values of each, 128 times").isEqualTo(11 * 128 * 8);
    }
}
