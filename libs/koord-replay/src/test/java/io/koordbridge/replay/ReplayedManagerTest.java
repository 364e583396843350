package io.koordbridge.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.onlineuse.UsageLevels;
import io.koordbridge.replay.ReplayedAgent.Reported;
import io.koordbridge.sloconfig.damping.DampingStrategy;
import io.koordbridge.sloconfig.damping.DampingStrategy.Growth;
import io.koordbridge.sloconfig.damping.DampingStrategy.Rules;
import io.koordbridge.sloconfig.estimate.EstimateLevel;
import io.koordbridge.sloconfig.estimate.EstimateStrategy;
import io.koordbridge.sloconfig.estimate.EstimateStrategy.Fixed;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ReplayedManagerTest {

    private static final Instant START = Instant.parse("2026-01-01T12:00:00Z");

    private final ReplayedManager manager = new ReplayedManager("n", new NodeSize(10_000, 100), ReplaySettings.SHIPPED);

    private long after(long seconds, double usedMilliCpu) {
        return after(manager, seconds, usedMilliCpu);
    }

    private static long after(ReplayedManager manager, long seconds, double usedMilliCpu) {
        Instant now = START.plusSeconds(seconds);
        manager.pass(new Reported(usedMilliCpu, 0, UsageLevels.NONE, now), CpuMemory.ZERO, now);
        CpuMemory shown = manager.shown();
        return shown == null ? -1 : shown.milliCpu();
    }

    @Test
    void writesShrinksAtOnceAndSmallGrowthAfterAWhile() {
        assertThat(after(0, 2_000)).isEqualTo(4_000);
        assertThat(after(60, 2_100)).isEqualTo(3_900);
        assertThat(after(120, 1_900)).as("less than a tenth").isEqualTo(3_900);
        assertThat(after(361, 1_900)).as("five minutes after the last write").isEqualTo(4_100);
        assertThat(after(420, 1_000)).as("more than a tenth").isEqualTo(5_000);
        assertThat(manager.writes()).isEqualTo(4);
        assertThat(manager.shrinks()).isEqualTo(1);
    }

    @Test
    void removesCapacityWhenTheReportIsTooOld() {
        Reported report = new Reported(0, 0, UsageLevels.NONE, START);
        manager.pass(report, CpuMemory.ZERO, START);

        manager.pass(report, CpuMemory.ZERO, START.plusSeconds(15 * 60 + 1));

        assertThat(manager.shown()).isNull();
        assertThat(manager.shrinks()).isEqualTo(1);
    }

    /** Nothing grows until percentiles are known or the time for a report is over, and damping takes no step meanwhile. */
    @Test
    void growthThatWaitsIsNotCaughtUp() {
        Rules tenthEachFiveMinutes = new Rules(new Growth(10, Duration.ofMinutes(5)), 0, null, null);
        ReplayedManager waiting = new ReplayedManager(
                "n",
                new NodeSize(10_000, 100),
                ReplaySettings.SHIPPED
                        .withDamping(new DampingStrategy(tenthEachFiveMinutes, Rules.NONE, 0, null))
                        .withEstimate(new EstimateStrategy(
                                new Fixed(EstimateLevel.P95, Duration.ofMinutes(15)),
                                new Fixed(EstimateLevel.MEAN, Duration.ofMinutes(15)),
                                false)));
        for (long minute = 0; minute < 15; minute++) {
            assertThat(after(waiting, minute * 60, 1_000)).isLessThanOrEqualTo(0);
        }

        assertThat(after(waiting, 16 * 60, 1_000)).isEqualTo(1_000);
        assertThat(after(waiting, 22 * 60, 1_000)).isEqualTo(2_000);
    }

    @Test
    void knowsWhatTheFormulaWouldOffer() {
        assertThat(manager.offered(1_234, START)).isEqualTo(6_000 - 1_234);
        assertThat(manager.offered(9_000, START)).isZero();
    }
}
