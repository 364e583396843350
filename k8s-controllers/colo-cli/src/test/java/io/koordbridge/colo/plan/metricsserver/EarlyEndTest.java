package io.koordbridge.colo.plan.metricsserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class EarlyEndTest {

    @Test
    void restsUntilTheTimeIsOver() {
        try (EarlyEnd end = EarlyEnd.begin(true)) {
            assertThat(end.rest(Duration.ofMillis(1))).isTrue();
        }
    }

    @Test
    void anInterruptEndsTheRest() {
        try (EarlyEnd end = EarlyEnd.begin(true)) {
            Thread.currentThread().interrupt();

            assertThat(end.rest(Duration.ofMinutes(10))).isFalse();
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
