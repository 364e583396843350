package io.koordbridge.kube.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SteadyClockTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final ManualClock machine = new ManualClock(START);
    private final AtomicLong nanos = new AtomicLong(-5);
    private final SteadyClock clock = new SteadyClock(machine, nanos::get);

    @Test
    void goesOnAsTimePasses() {
        nanos.addAndGet(Duration.ofMinutes(3).toNanos());

        assertThat(clock.instant()).isEqualTo(START.plusSeconds(180));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-1H", "PT1H"})
    void settingTheMachinesClockDoesNotMoveItAndShowsInTheTimeOfDay(Duration jump) {
        nanos.addAndGet(Duration.ofSeconds(10).toNanos());
        machine.advance(Duration.ofSeconds(10).plus(jump));

        assertThat(clock.instant()).isEqualTo(START.plusSeconds(10));
        assertThat(clock.timeOfDay(START.plusSeconds(4)))
                .isEqualTo(START.plusSeconds(4).plus(jump));
        assertThat(clock.timeOfDay()).isEqualTo(machine.instant());
    }
}
