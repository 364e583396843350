package io.koordbridge.koordlet.qos.suppress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PressureStepTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final PressureStep.Frame FRAME = new PressureStep.Frame(4_000, 500, 1_000, 20);

    private PressureStep state = PressureStep.NONE;
    private Instant now = START;
    private long total;

    /** A second in which the online pod waits for a share of the time. */
    private long second(int percent) {
        return look(percent, Set.of("web"), true, true);
    }

    private long look(int percent, Set<String> counting, boolean readable, boolean busy) {
        now = now.plusSeconds(1);
        total += percent * 10_000L;
        Map<String, Long> totals = readable ? Map.of("web", total) : Map.of();
        state = state.next(new PressureStep.Seen(totals, counting, true, busy), FRAME, now);
        return state.milliCpu(FRAME);
    }

    private void pressed(int seconds) {
        for (int i = 0; i < seconds; i++) {
            second(50);
        }
    }

    @Test
    void aSecondOfWaitingTakesAStep() {
        assertThat(second(50)).as("a first look knows no share").isEqualTo(4_000);
        assertThat(second(19)).isEqualTo(4_000);
        assertThat(second(20)).isEqualTo(3_000);
        assertThat(second(50)).isEqualTo(2_000);
        assertThat(state.percent()).hasValue(50);
    }

    @Test
    void theFloorHoldsHoweverLongItLasts() {
        pressed(20);

        assertThat(state.milliCpu(FRAME)).isEqualTo(500);
        assertThat(state.takenMilliCpu())
                .as("what is given back counts from the floor")
                .isEqualTo(4_000);
    }

    @Test
    void stepsAreGivenBackOneByOne() {
        pressed(3);
        assertThat(state.milliCpu(FRAME)).isEqualTo(2_000);
        assertThat(second(0)).isEqualTo(2_000);
        assertThat(second(0)).isEqualTo(2_000);
        assertThat(second(0)).isEqualTo(2_000);
        assertThat(second(0)).isEqualTo(3_000);
        assertThat(second(0) + second(0) + second(0)).isEqualTo(9_000);
        assertThat(second(0)).isEqualTo(4_000);
    }

    @Test
    void aWaitThatReturnsSoonMakesTheNextStepWaitLonger() {
        pressed(2);
        for (int i = 0; i < 4; i++) {
            second(0);
        }
        assertThat(state.takenMilliCpu()).isZero();
        pressed(1);

        assertThat(state.hold()).isEqualTo(Duration.ofSeconds(8));
        assertThat(state.takenMilliCpu()).isEqualTo(1_000);
        for (int i = 0; i < 7; i++) {
            second(0);
        }
        assertThat(state.takenMilliCpu()).isEqualTo(1_000);
        second(0);
        assertThat(state.takenMilliCpu()).isZero();
        for (int i = 0; i < 8; i++) {
            second(0);
        }
        assertThat(state.hold()).as("it stayed quiet").isEqualTo(PressureStep.SHORTEST_HOLD);
    }

    @Test
    void whatIsUnknownGivesNothingBack() {
        pressed(2);
        for (int i = 0; i < 100; i++) {
            look(0, Set.of("web"), false, true);
        }

        assertThat(state.takenMilliCpu()).isEqualTo(1_000);
    }

    @Test
    void withoutOnlinePodsEverythingIsGivenBack() {
        pressed(2);
        for (int i = 0; i < 4; i++) {
            now = now.plusSeconds(1);
            state = state.next(new PressureStep.Seen(Map.of(), Set.of(), false, true), FRAME, now);
        }

        assertThat(state.takenMilliCpu()).isZero();
    }

    @Test
    void anIdleTierIsNotTheCause() {
        second(0);
        look(90, Set.of("web"), true, false);

        assertThat(state.takenMilliCpu()).isZero();
    }

    @Test
    void aPodThatUsedUpItsOwnQuotaIsNotCounted() {
        second(0);
        look(90, Set.of(), true, true);

        assertThat(state.takenMilliCpu()).isZero();
        assertThat(state.percent()).isEmpty();
    }

    @Test
    void aCounterThatRunsBackwardsAndANewPodHaveNoShare() {
        second(50);
        total = 0;
        assertThat(second(1)).isEqualTo(4_000);
        Map<String, Long> totals = new HashMap<>(Map.of("web", total, "new", 90_000_000L));
        state = state.next(new PressureStep.Seen(totals, totals.keySet(), true, true), FRAME, now.plusSeconds(1));

        assertThat(state.percent()).hasValue(0);
    }

    @Test
    void aLookWithinTheSecondChangesNothing() {
        second(50);
        PressureStep before = state;
        PressureStep.Seen soon = new PressureStep.Seen(Map.of("web", total + 200_000), Set.of("web"), true, true);

        assertThat(state.next(soon, FRAME, now.plusMillis(250))).isSameAs(before);
    }

    @Test
    void anAllowanceBelowTheFloorStaysAsItIs() {
        PressureStep.Frame overdrawn = new PressureStep.Frame(-300, 0, 1_000, 20);
        PressureStep.Seen first = new PressureStep.Seen(Map.of("web", 0L), Set.of("web"), true, true);
        PressureStep.Seen later = new PressureStep.Seen(Map.of("web", 900_000L), Set.of("web"), true, true);

        PressureStep pressedState =
                PressureStep.NONE.next(first, overdrawn, now).next(later, overdrawn, now.plusSeconds(1));
        assertThat(pressedState.milliCpu(overdrawn)).isEqualTo(-300);
        assertThat(pressedState.takenMilliCpu()).isZero();
    }
}
