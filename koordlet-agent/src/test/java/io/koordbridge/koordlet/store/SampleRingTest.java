package io.koordbridge.koordlet.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SampleRingTest {

    private final SampleRing ring = new SampleRing(100);

    private void fill(int samples, boolean mayGrow) {
        for (int i = 0; i < samples; i++) {
            ring.add(i, i, mayGrow);
        }
    }

    @Test
    void growsUpToItsCapacityThenDropsTheOldest() {
        fill(150, true);

        assertThat(ring.bytes()).isEqualTo(100L * SampleRing.BYTES_PER_SAMPLE);
        assertThat(ring.between(0, 1_000).count()).isEqualTo(100);
        assertThat(ring.lastBetween(0, 49)).isNaN();
        assertThat(ring.lastBetween(0, 50)).isEqualTo(50);
        assertThat(ring.lastMillis()).isEqualTo(149);
        assertThat(ring.growthBytes()).isZero();
    }

    @Test
    void dropsTheOldestWhenItMayNotGrow() {
        fill(40, false);

        assertThat(ring.bytes()).isEqualTo(SampleRing.firstBytes(100));
        assertThat(ring.between(0, 1_000).count()).isEqualTo(32);
        assertThat(ring.growthBytes()).isEqualTo(SampleRing.firstBytes(100));
    }

    @Test
    void keepsTheOrderWhenItGrowsAfterItWrapped() {
        fill(40, false);
        ring.add(40, 40, true);

        assertThat(ring.between(0, 1_000).rangeMillis()).isEqualTo(40 - 8);
        assertThat(ring.between(0, 1_000).last()).hasValue(40);
    }

    @Test
    void looksAtAWindowWithBothItsEnds() {
        fill(20, true);

        assertThat(ring.between(5, 7).count()).isEqualTo(3);
        assertThat(ring.meanBetween(5, 7)).isEqualTo(6);
        assertThat(ring.lastBetween(5, 7)).isEqualTo(7);
        assertThat(ring.meanBetween(30, 40)).isNaN();
    }
}
