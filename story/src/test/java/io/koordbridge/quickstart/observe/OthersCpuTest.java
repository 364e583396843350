package io.koordbridge.quickstart.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.quickstart.world.FreeNow;
import io.koordbridge.quickstart.world.FreeNow.Ticks;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OthersCpuTest {

    @Test
    void othersHaveWhatIsNotIdleAndNotOurs() {
        Ticks before = new Ticks(1_000, 4_000);
        Ticks after = new Ticks(1_050, 4_200);

        // Two CPUs for a second, a quarter of it idle: 1.5 cores, of which we used 0.4.
        assertThat(OthersCpu.others(before, after, Duration.ofMillis(400), 2_000))
                .isEqualTo(1_100);
    }

    @Test
    void neverLessThanNothing() {
        assertThat(OthersCpu.others(new Ticks(100, 400), new Ticks(300, 600), Duration.ofMillis(400), 2_000))
                .isZero();
    }

    @Test
    void theFirstLookKnowsNothing() {
        assertThat(new OthersCpu(2_000).look(FreeNow.ticks())).isEqualTo(-1);
        assertThat(OthersCpu.others(new Ticks(1, 2), new Ticks(1, 2), Duration.ZERO, 2_000))
                .isEqualTo(-1);
    }

    @Test
    void countsWhatNewAndOldProcessesOfOursUsed() {
        Map<Long, Duration> before = Map.of(1L, Duration.ofMillis(100), 2L, Duration.ofMillis(50));
        Map<Long, Duration> after = Map.of(1L, Duration.ofMillis(150), 3L, Duration.ofMillis(30));

        assertThat(OthersCpu.ours(before, after)).isEqualTo(Duration.ofMillis(80));
    }
}
