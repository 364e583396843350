package io.koordbridge.quickstart.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.quickstart.world.FreeNow.Ticks;
import org.junit.jupiter.api.Test;

class FreeNowTest {

    @Test
    void idleTimeIncludesWaitingForInputAndOutput() {
        Ticks ticks = FreeNow.ticks("cpu  100 5 20 800 40 1 2 3 50 0\ncpu0 50 5 10 400 20 1 2 3 0 0\n");

        assertThat(ticks).isEqualTo(new Ticks(840, 971));
    }

    @Test
    void halfOfTheTimeIdleIsHalfOfTheNode() {
        assertThat(FreeNow.idleMilliCpu(new Ticks(1_000, 4_000), new Ticks(1_200, 4_400), 2_000))
                .isEqualTo(1_000);
    }

    @Test
    void nothingIsFreeWhereNoTimePassed() {
        assertThat(FreeNow.idleMilliCpu(new Ticks(1, 2), new Ticks(1, 2), 2_000))
                .isZero();
    }
}
