package io.koordbridge.koordlet.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.report.Aggregate;
import org.junit.jupiter.api.Test;

class SeriesTest {

    private final TimeAxis axis = new TimeAxis(1, 1_000);
    private final Series series = new Series(100);

    private void add(long millis, double value, boolean mayGrow) {
        long tick = axis.tickAt(millis);
        series.add(tick, axis.start(tick), millis, value, mayGrow);
    }

    private void fill(int samples, boolean mayGrow) {
        for (int i = 0; i < samples; i++) {
            add(10L * i, i, mayGrow);
        }
    }

    @Test
    void growsUpToItsCapacityThenDropsTheOldest() {
        fill(150, true);

        assertThat(series.bytes()).isEqualTo(100L * Double.BYTES);
        assertThat(series.between(axis, 0, 10_000).count()).isEqualTo(100);
        assertThat(series.lastBetween(axis, 0, 490)).isNaN();
        assertThat(series.lastBetween(axis, 0, 500)).isEqualTo(50);
        assertThat(series.lastMillis()).isEqualTo(1_490);
        assertThat(series.growthBytes(150)).isZero();
    }

    @Test
    void dropsTheOldestWhenItMayNotGrow() {
        fill(40, false);

        assertThat(series.bytes()).isEqualTo(Series.firstBytes(100));
        assertThat(series.between(axis, 0, 10_000).count()).isEqualTo(32);
        assertThat(series.growthBytes(40)).isEqualTo(Series.firstBytes(100));
    }

    @Test
    void keepsTheOrderWhenItGrowsAfterItWrapped() {
        fill(40, false);
        add(400, 40, true);

        Aggregate all = series.between(axis, 0, 10_000);
        assertThat(all.rangeMillis()).isEqualTo(400 - 80);
        assertThat(all.last()).hasValue(40);
    }

    @Test
    void looksAtAWindowWithBothItsEnds() {
        fill(20, true);

        assertThat(series.between(axis, 50, 70).count()).isEqualTo(3);
        assertThat(series.meanBetween(axis, 50, 70)).isEqualTo(6);
        assertThat(series.lastBetween(axis, 50, 70)).isEqualTo(7);
        assertThat(series.meanBetween(axis, 300, 400)).isNaN();
    }

    @Test
    void ticksWithoutAValueAreNotThere() {
        add(0, 1, true);
        for (int i = 1; i < 10; i++) {
            long unused = axis.tickAt(10L * i);
        }
        add(100, 3, true);

        assertThat(series.between(axis, 0, 100).count()).isEqualTo(2);
        assertThat(series.meanBetween(axis, 0, 100)).isEqualTo(2);
        assertThat(series.lastBetween(axis, 0, 95)).isEqualTo(1);
    }

    @Test
    void aPauseLongerThanAllThatIsKeptLeavesNothingOfBefore() {
        fill(150, true);
        for (int i = 150; i < 300; i++) {
            long unused = axis.tickAt(10L * i);
        }
        add(3_000, 7, true);

        assertThat(series.between(axis, 0, 10_000).count()).isEqualTo(1);
        assertThat(series.meanBetween(axis, 0, 10_000)).isEqualTo(7);
    }
}
