package io.koordbridge.koordlet.qos.suppress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class PressureStepProperties {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final long CAPACITY = 16_000;
    private static final int PERCENT = 20;

    /** A pod whose share of waiting is given for each second. */
    private static final class Run {
        private PressureStep state = PressureStep.NONE;
        private Instant now = START;
        private long total;

        private long second(int percent, PressureStep.Frame frame) {
            now = now.plusSeconds(1);
            total += percent * 10_000L;
            boolean known = percent >= 0;
            Map<String, Long> totals = known ? Map.of("web", total) : Map.of();
            state = state.next(new PressureStep.Seen(totals, Set.of("web"), true, true), frame, now);
            return state.milliCpu(frame);
        }
    }

    private static PressureStep.Frame frame(long allowance, long floor, long step) {
        return new PressureStep.Frame(Math.max(allowance, floor), floor, step, PERCENT);
    }

    @Property
    void neverMoreThanWithoutAndNeverLessThanTheFloor(
            @ForAll @Size(max = 80) List<@IntRange(min = -1, max = 100) Integer> shares,
            @ForAll @Size(min = 1, max = 20) List<@LongRange(min = -4_000, max = CAPACITY) Long> allowances,
            @ForAll @LongRange(max = 4_000) long floor,
            @ForAll @LongRange(min = 1, max = CAPACITY) long step) {
        Run run = new Run();
        for (int i = 0; i < shares.size(); i++) {
            PressureStep.Frame frame = frame(allowances.get(i % allowances.size()), floor, step);
            assertThat(run.second(shares.get(i), frame)).isBetween(floor, frame.milliCpu());
        }
    }

    @Property
    void afterThePressureEndsAllComesBackInBoundedTime(
            @ForAll @Size(max = 120) List<@IntRange(min = -1, max = 100) Integer> shares,
            @ForAll @LongRange(min = 500, max = CAPACITY) long step) {
        Run run = new Run();
        PressureStep.Frame frame = frame(CAPACITY, 0, step);
        shares.forEach(share -> run.second(share, frame));
        long steps = (run.state.takenMilliCpu() + step - 1) / step;
        long longest = (steps + 1) * PressureStep.LONGEST_HOLD.toSeconds() + 2;
        for (int second = 0; second < longest; second++) {
            run.second(0, frame);
        }

        assertThat(run.state.milliCpu(frame)).isEqualTo(CAPACITY);
        assertThat(run.state.hold()).isEqualTo(PressureStep.SHORTEST_HOLD);
    }

    /** Best-effort work uses what it may; above a threshold that is the node's, online work waits. */
    @Property
    void aLoadThatNeedsLessIsDisturbedOnceAMinuteAtMost(
            @ForAll @LongRange(min = 1_000, max = 15_000) long bearable,
            @ForAll @LongRange(min = 500, max = 4_000) long step) {
        Run run = new Run();
        PressureStep.Frame frame = frame(CAPACITY, 0, step);
        long allowance = CAPACITY;
        int disturbed = 0;
        long settled = Duration.ofMinutes(10).toSeconds();
        for (long second = 0; second < 2 * settled; second++) {
            long before = allowance;
            allowance = run.second(allowance > bearable ? 60 : 0, frame);
            disturbed += second >= settled && allowance < before ? 1 : 0;
        }

        assertThat(disturbed).isLessThanOrEqualTo(10);
        assertThat(allowance).isLessThanOrEqualTo(bearable + step);
    }

    @Property
    void aSmallerAllowanceNeverMakesMore(
            @ForAll @LongRange(min = -4_000, max = CAPACITY) long one,
            @ForAll @LongRange(max = 4_000) long less,
            @ForAll @Size(max = 20) List<@IntRange(max = 100) Integer> shares) {
        Run run = new Run();
        PressureStep.Frame larger = new PressureStep.Frame(one, 0, 1_000, PERCENT);
        shares.forEach(share -> run.second(share, larger));

        assertThat(run.state.milliCpu(new PressureStep.Frame(one - less, 0, 1_000, PERCENT)))
                .isLessThanOrEqualTo(run.state.milliCpu(larger));
    }
}
