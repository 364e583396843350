package io.koordbridge.kube.listwatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.kube.listwatch.ListWatchSource.Waits;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListWatchSourceTest {

    @ParameterizedTest
    @CsvSource({"0.0, 5000", "0.5, 7500", "1.0, 10000"})
    void aWaitIsDrawnBetweenItsHalfAndAllOfIt(double draw, long millis) {
        assertThat(Waits.drawn(Duration.ofSeconds(10), draw)).isEqualTo(Duration.ofMillis(millis));
    }

    @Test
    void waitsDoubleUpToTheLongest() {
        Waits waits = new Waits(Duration.ofMillis(200), Duration.ofSeconds(1));

        assertThat(waits.after(Duration.ofMillis(200))).isEqualTo(Duration.ofMillis(400));
        assertThat(waits.after(Duration.ofMillis(800))).isEqualTo(Duration.ofSeconds(1));
        assertThat(waits.after(Duration.ofSeconds(1))).isEqualTo(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @CsvSource({"PT0S, PT1S", "PT-1S, PT1S", "PT2S, PT1S"})
    void waitsThatDoNotGrowFromAboveZeroAreRefused(Duration first, Duration longest) {
        assertThatThrownBy(() -> new Waits(first, longest))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("allowed: above zero");
    }
}
