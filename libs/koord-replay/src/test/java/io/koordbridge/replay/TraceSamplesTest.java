package io.koordbridge.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TraceSamplesTest {

    private final TraceSamples samples =
            new TraceSamples(Traces.of("n", 10, 60, sample -> sample, sample -> sample == 8 ? Double.NaN : 50), 9);

    @Test
    void aWindowHoldsTheSamplesThatStandForIt() {
        assertThat(samples.milliCpu(Duration.ofMinutes(3)).values()).containsExactly(7 * 640.0, 8 * 640.0, 9 * 640.0);
        assertThat(samples.milliCpu(Duration.ofSeconds(1)).values()).containsExactly(9 * 640.0);
        assertThat(samples.milliCpu(Duration.ofDays(1)).count()).isEqualTo(10);
    }

    @Test
    void memoryThatIsNotKnownIsLeftOut() {
        assertThat(samples.bytes(Duration.ofMinutes(3)).values()).containsExactly(0x1p37, 0x1p37);
    }

    @Test
    void knowsHowFarBackTheTraceGoes() {}
}
