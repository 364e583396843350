package io.koordbridge.policy.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SurgePolicyTest {

    private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);
    private static final Duration MINUTE = Duration.ofSeconds(60);
    private static final long GIB = 1L << 30;
    private static final SurgePolicy.Capacity CAPACITY = new SurgePolicy.Capacity(8_000, 16 * GIB);

    private static SurgePolicy.Due due(
            SurgePolicy.Settings settings, int secondsAgo, long reportedMilli, long windowMilli, long newestMilli) {
        return SurgePolicy.due(
                settings,
                MINUTE,
                CAPACITY,
                Optional.of(SurgePolicy.Reported.first(NOW.minusSeconds(secondsAgo), load(reportedMilli, 0))),
                load(windowMilli, 0),
                load(newestMilli, 0),
                NOW);
    }

    private static OthersLoad load(long milliCpu, long bytes) {
        return new OthersLoad(milliCpu, bytes);
    }

    @Test
    void reportsAJumpAtOnce() {
        assertThat(due(SurgePolicy.Settings.DEFAULT, 1, 1_000, 1_000, 1_401)).isEqualTo(SurgePolicy.Due.JUMP);
    }

    @Test
    void waitsForTheTimerWhileUsageIsSteady() {
        assertThat(due(SurgePolicy.Settings.DEFAULT, 59, 1_000, 1_000, 1_399)).isEqualTo(SurgePolicy.Due.NOT_YET);
        assertThat(due(SurgePolicy.Settings.DEFAULT, 60, 1_000, 1_000, 1_000)).isEqualTo(SurgePolicy.Due.TIMER);
    }

    @Test
    void reportsAFallEarlyButNotTwiceInTwoSeconds() {
        assertThat(due(SurgePolicy.Settings.DEFAULT, 1, 3_000, 2_000, 100)).isEqualTo(SurgePolicy.Due.NOT_YET);
        assertThat(due(SurgePolicy.Settings.DEFAULT, 2, 3_000, 2_000, 100)).isEqualTo(SurgePolicy.Due.FALL);
    }

    @Test
    void doesNotReportAFallWhileTheNewestSecondsAreStillHigh() {
        assertThat(due(SurgePolicy.Settings.DEFAULT, 5, 3_000, 1_000, 2_900)).isEqualTo(SurgePolicy.Due.NOT_YET);
    }

    @Test
    void knowsOnlyTheTimerWhenSwitchedOff() {
        assertThat(due(SurgePolicy.Settings.OFF, 59, 1_000, 1_000, 8_000)).isEqualTo(SurgePolicy.Due.NOT_YET);
    }

    @Test
    void reportsAJumpOfMemoryToo() {
        SurgePolicy.Due due = SurgePolicy.due(
                SurgePolicy.Settings.DEFAULT,
                MINUTE,
                CAPACITY,
                Optional.of(SurgePolicy.Reported.first(NOW.minusSeconds(1), load(0, GIB))),
                load(0, GIB),
                load(0, 2 * GIB),
                NOW);

        assertThat(due).isEqualTo(SurgePolicy.Due.JUMP);
    }

    @Test
    void countsAHundredMilliCoresOnASmallNode() {
        SurgePolicy.Due due = SurgePolicy.due(
                SurgePolicy.Settings.DEFAULT,
                MINUTE,
                new SurgePolicy.Capacity(1_000, GIB),
                Optional.of(SurgePolicy.Reported.first(NOW.minusSeconds(1), load(100, 0))),
                load(100, 0),
                load(190, 0),
                NOW);

        assertThat(due).isEqualTo(SurgePolicy.Due.NOT_YET);
    }

    /** Others as they are each second; the newest value is what the last seconds show. */
    private static int reports(java.util.function.IntToLongFunction milliCpuAt, int seconds) {
        SurgePolicy.Reported last = SurgePolicy.Reported.first(NOW, load(milliCpuAt.applyAsLong(0), 0));
        int reports = 0;
        for (int second = 1; second < seconds; second++) {
            Instant now = NOW.plusSeconds(second);
            OthersLoad newest = load(milliCpuAt.applyAsLong(second), 0);
            SurgePolicy.Due due = SurgePolicy.due(
                    SurgePolicy.Settings.DEFAULT, MINUTE, CAPACITY, Optional.of(last), load(0, 0), newest, now);
            if (due != SurgePolicy.Due.NOT_YET) {
                reports++;
                last = last.next(due, now, newest);
            }
        }
        return reports;
    }

    @Test
    void anHourOfUpAndDownCostsAtMostThreeReportsAMinute() {
        assertThat(reports(second -> second / 10 % 2 == 0 ? 1_600 : 3_200, 3_600))
                .isBetween(60, 180);
    }

    @Test
    void aSteadyHourCostsOneReportAMinute() {
        assertThat(reports(second -> 1_000, 3_601)).isEqualTo(60);
    }

    @Test
    void reportsAJumpAfterQuietAtOnce() {
        EarlyBudget spent =
                EarlyBudget.full(NOW).after(SurgePolicy.Due.JUMP, NOW).after(SurgePolicy.Due.JUMP, NOW);
        SurgePolicy.Reported before = new SurgePolicy.Reported(NOW, load(1_000, 0), spent);

        assertThat(SurgePolicy.due(
                        SurgePolicy.Settings.DEFAULT,
                        MINUTE,
                        CAPACITY,
                        Optional.of(before),
                        load(0, 0),
                        load(5_000, 0),
                        NOW.plusSeconds(29)))
                .isEqualTo(SurgePolicy.Due.NOT_YET);
        assertThat(SurgePolicy.due(
                        SurgePolicy.Settings.DEFAULT,
                        MINUTE,
                        CAPACITY,
                        Optional.of(before),
                        load(0, 0),
                        load(5_000, 0),
                        NOW.plusSeconds(30)))
                .isEqualTo(SurgePolicy.Due.JUMP);
    }

    @Test
    void shrinkingGoesBeforeGrowingWhenTheBudgetIsShort() {
        EarlyBudget one = EarlyBudget.full(NOW).after(SurgePolicy.Due.JUMP, NOW);

        assertThat(one.allowsJump(NOW)).isTrue();
        assertThat(one.allowsFall(NOW)).isFalse();
    }
}
