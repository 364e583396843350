package io.koordbridge.bench.reaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReplayTest {

    private static final double STEPS_A_DAY = 17_280;
    private static final double HIGH = 44;
    private static final double LOW = 6.5;

    private final ReplayTally tally = new ReplayTally(STEPS_A_DAY);

    private static double back(ReplayRule rule) {
        return Replay.secondsUntilBack(rule, HIGH, LOW, 0.9);
    }

    @Test
    void constantLoadGivesWhatTheFormulaSays() {
        Replay replay = new Replay(ReplayRule.DEFAULT, tally);

        replay.run(UseOverTime.constant(10, Duration.ofHours(12)));

        assertThat(replay.lease()).as("half of 64 CPUs").isEqualTo(32);
        assertThat(tally.changesPerDay()).isLessThanOrEqualTo(2);
        assertThat(tally.endedPerDay()).isZero();
        assertThat(tally.shortPercent()).isZero();
    }

    @Test
    void aLoadThatStaysEndsContainersAtTheDeadline() {
        Replay replay = new Replay(ReplayRule.DEFAULT, tally);

        replay.run(UseOverTime.constant(LOW, Duration.ofHours(1)).then(HIGH, Duration.ofHours(1)));

        assertThat(replay.lease()).isEqualTo(10);
        assertThat(tally.endedPerDay()).isPositive();
        assertThat(tally.shortPercent()).as("suppressed until they have ended").isBetween(1.0, 20.0);
    }

    @Test
    void capacityIsBackWhenTheWindowHasForgottenTheLoad() {
        ReplayRule minute = new ReplayRule(60, 0, 60, 300, 30);

        assertThat(back(ReplayRule.DEFAULT)).isBetween(240.0, 600.0);
        assertThat(back(minute)).isBetween(30.0, 150.0);
        assertThat(back(new ReplayRule(300, 60, 60, 300, 30))).isLessThan(back(ReplayRule.DEFAULT));
    }
}
