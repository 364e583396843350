package io.koordbridge.capacity.onlineuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.batchresource.CpuMemory;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class BatchLowsTest {

    private static final Instant NOW = Instant.parse("2026-11-30T09:00:00Z");

    private static BatchLows steady(int minutes, long cores) {
        BatchLows lows = BatchLows.NONE;
        for (int minute = 0; minute <= minutes; minute++) {
            lows = lows.seen(at(minute), cores(cores));
        }
        return lows;
    }

    @Test
    void aWindowIsKnownOnceItsReportsAre() {
        assertThat(BatchLows.NONE.over(minutes(5))).isEmpty();
        assertThat(steady(4, 3).over(minutes(5))).isEmpty();
        assertThat(steady(5, 3).over(minutes(5))).contains(cores(3));
        assertThat(steady(5, 3).over(minutes(30))).isEmpty();
    }

    @Test
    void theLowestOfTheWindowCounts() {
        BatchLows begun = steady(30, 1).seen(at(31), cores(8));
        BatchLows longer = begun;
        for (int minute = 32; minute <= 60; minute++) {
            longer = longer.seen(at(minute), cores(8));
        }

        assertThat(begun.over(minutes(5))).contains(cores(1));
        assertThat(longer.over(minutes(5))).contains(cores(8));
        assertThat(longer.over(minutes(45))).contains(cores(1));
    }

    @Test
    void cpuAndMemoryHaveALowestEach() {
        BatchLows lows = BatchLows.NONE
                .seen(at(0), CpuMemory.ofMilliAndBytes(1000, 9))
                .seen(at(5), CpuMemory.ofMilliAndBytes(3000, 2));

        assertThat(lows.over(minutes(5))).contains(CpuMemory.ofMilliAndBytes(1000, 2));
    }

    @Test
    void aReportCountsOnce() {
        BatchLows lows = steady(10, 3);

        assertThat(lows.seen(at(10), cores(0))).isSameAs(lows);
    }

    @Test
    void afterAGapOrATimeBeforeTheLastNothingOfThePastIsKnown() {
        BatchLows lows = steady(60, 3);

        assertThat(lows.seen(at(76), cores(3)).over(minutes(5))).isEmpty();
        assertThat(lows.seen(at(59), cores(3)).over(minutes(5))).isEmpty();
        assertThat(lows.seen(at(75), cores(3)).over(minutes(30))).contains(cores(3));
    }

    @Test
    void itIsBoundedAndOfALongerWindowNothingIsTakenOff() {
        BatchLows lows = steady(3000, 3);

        assertThat(lows.slots()).hasSizeLessThanOrEqualTo(26);
        assertThat(lows.over(BatchLows.LONGEST)).contains(cores(3));
        assertThat(lows.over(BatchLows.LONGEST.plusSeconds(1))).contains(CpuMemory.ZERO);
        assertThat(BatchLows.NONE.over(Duration.ofDays(1))).contains(CpuMemory.ZERO);
    }

    private static Instant at(int minute) {
        return NOW.plus(minutes(minute));
    }

    private static Duration minutes(long minutes) {
        return Duration.ofMinutes(minutes);
    }

    private static CpuMemory cores(long cores) {
        return CpuMemory.ofMilliAndBytes(cores * 1000, cores << 30);
    }
}
