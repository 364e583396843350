package io.koordbridge.koordlet.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.UsageReader;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class GroupCountersTest {

    private static final Path FILE = Path.of("/sys/fs/cgroup/cpu.stat");
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final GroupCounters group =
            new GroupCounters(new UsageReader.GroupFiles(FILE, FILE, FILE, FILE), Duration.ofSeconds(20));

    private double cores(long seconds, long nanos) {
        return group.cores(nanos, START.plusSeconds(seconds));
    }

    private double throttled(long seconds, long periods, long throttled) {
        return group.throttled(new UsageReader.Throttling(periods, throttled), START.plusSeconds(seconds));
    }

    @Test
    void theFirstReadingIsNoRate() {
        assertThat(cores(0, 5_000_000_000L)).isNaN();
        assertThat(throttled(0, 10, 5)).isNaN();
    }

    @Test
    void aRateIsOfTheTimeThatPassed() {
        cores(0, 0);
        assertThat(cores(2, 3_000_000_000L)).isEqualTo(1.5);
    }

    @Test
    void aCounterThatRanBackwardsIsNoUsageAndTheNextReadingCountsFromThere() {
        cores(0, 5_000_000_000L);
        assertThat(cores(1, 0)).isNaN();
        assertThat(cores(2, 500_000_000L)).isEqualTo(0.5);
    }

    @Test
    void aClockThatDoesNotMoveIsNoRate() {
        cores(0, 0);
        assertThat(cores(0, 1_000_000L)).isNaN();
    }

    @Test
    void aReadingFromLongAgoDoesNotCount() {
        cores(0, 0);
        throttled(0, 0, 0);
        assertThat(cores(21, 1_000_000_000L)).isNaN();
        assertThat(throttled(21, 10, 10)).isNaN();
    }

    @Test
    void withoutANewPeriodNothingIsThrottled() {
        throttled(0, 10, 5);
        assertThat(throttled(1, 10, 5)).isZero();
        assertThat(throttled(2, 20, 8)).isEqualTo(0.3);
        assertThat(throttled(3, 30, 0)).as("a counter that began again").isZero();
    }

    @Test
    void isForgottenOnlyAfterItWasNotListedForLong() {
        group.listed(START);
        assertThat(group.isForgotten(START.plusSeconds(20))).isFalse();
        assertThat(group.isForgotten(START.plusSeconds(21))).isTrue();
    }
}
