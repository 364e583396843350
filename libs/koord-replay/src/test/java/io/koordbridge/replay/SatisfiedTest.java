package io.koordbridge.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A tier that requests 10 cores and gets 10 or 4: below 60 % of the request it is evicted from, by the mean of five minutes. */
class SatisfiedTest {

    private static final long OFFERED = 10_000;
    private static final long ENOUGH = 10_000;
    private static final long LITTLE = 4_000;

    private final Satisfied satisfied = new Satisfied(NodeSize.DEFAULT, ReplaySettings.Protection.DEFAULT);

    private long after(long seconds, long allowance) {
        satisfied.add(seconds, OFFERED, allowance);
        return satisfied.episodes();
    }

    @Test
    void theMeanOfTheWindowDecidesAndAtTheThresholdItIsLow() {
        assertThat(after(300, ENOUGH)).isZero();
        // 101 s of 10 and 199 s of 4 cores are 60.2 %, one second more is 60 %.
        assertThat(after(199, LITTLE)).isZero();
        assertThat(after(1, LITTLE)).isEqualTo(1);
        assertThat(after(600, LITTLE)).as("one stretch").isEqualTo(1);
    }

    @Test
    void whatIsEnoughNowIsNotEvictedFromWhateverTheMean() {
        assertThat(after(199, LITTLE)).isEqualTo(1);
        assertThat(after(10, ENOUGH)).isEqualTo(1);
        assertThat(after(60, LITTLE)).as("another stretch").isEqualTo(2);
    }

    @Test
    void aThirdOfTheWindowHasToBeSeen() {
        assertThat(after(99, LITTLE)).isZero();
        assertThat(after(1, LITTLE)).isEqualTo(1);
    }

    @Test
    void afterAnInterruptionItIsSeenAnew() {
        after(200, ENOUGH);
        satisfied.interrupted();

        assertThat(after(99, LITTLE)).isZero();
        assertThat(after(1, LITTLE)).isEqualTo(1);
    }
}
