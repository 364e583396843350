package io.koordbridge.koordlet.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimeAxisTest {

    private final TimeAxis axis = new TimeAxis(1_000, 200);

    @Test
    void aReadingEachIntervalIsATick() {
        assertThat(axis.tickAt(0)).isZero();
        assertThat(axis.tickAt(0)).isZero();
        assertThat(axis.tickAt(1_000)).isEqualTo(1);
        assertThat(axis.tickAt(2_100)).isEqualTo(2);
        assertThat(axis.start(2)).isEqualTo(1_000);
        assertThat(axis.end(2)).isEqualTo(2_100);
    }

    @Test
    void aReadingInBetweenBelongsToTheTickBeforeIt() {
        long unused = axis.tickAt(0);
        unused = axis.tickAt(1_000);

        assertThat(axis.tickAt(1_250)).isEqualTo(1);
        assertThat(axis.tickAt(1_500)).isEqualTo(1);
        assertThat(axis.tickAt(1_750)).as("one and a half intervals are over").isEqualTo(2);
        assertThat(axis.end(1)).isEqualTo(1_500);
    }

    @Test
    void aTimeBeforeTheNewestIsRefused() {
        long unused = axis.tickAt(5_000);

        assertThat(axis.tickAt(4_999)).isEqualTo(-1);
    }

    @Test
    void findsTicksByTimeAlsoAfterTheOldestAreGone() {
        for (int i = 0; i < 500; i++) {
            long unused = axis.tickAt(i * 1_000L);
        }

        assertThat(axis.oldest()).isEqualTo(300);
        assertThat(axis.firstNotBefore(0)).isEqualTo(300);
        assertThat(axis.firstNotBefore(400_000)).isEqualTo(400);
        assertThat(axis.firstNotBefore(400_001)).isEqualTo(401);
        assertThat(axis.firstNotBefore(1_000_000)).isEqualTo(500);
        assertThat(axis.bytes()).isEqualTo(200 * 8);
    }

    @Test
    void hasNoTickInTheBeginning() {
        assertThat(axis.newest()).isEqualTo(-1);
        assertThat(axis.firstNotBefore(0)).isZero();
    }
}
