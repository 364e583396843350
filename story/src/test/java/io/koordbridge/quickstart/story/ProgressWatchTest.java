package io.koordbridge.quickstart.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgressWatchTest {

    private static final Duration LIMIT = Duration.ofMinutes(3);

    @Test
    void aJobThatFinishesTasksSlowlyNeverStalls() {
        ProgressWatch watch = ProgressWatch.from(0);
        for (int task = 1; task <= 20; task++) {
            long now = task * 170_000L;
            assertThat(watch.stalled(now, LIMIT)).isFalse();
            watch = watch.seen("RUNNING", task, now);
        }
    }

    @Test
    void aJobWithoutAFinishedTaskForThreeMinutesStalls() {
        ProgressWatch watch = ProgressWatch.from(0).seen("RUNNING", 5, 10_000);

        watch = watch.seen("RUNNING", 5, 100_000).seen("RUNNING", 5, 189_999);

        assertThat(watch.stalled(189_999, LIMIT)).isFalse();
        assertThat(watch.stalled(190_000, LIMIT)).isTrue();
    }

    @Test
    void anotherStateIsAStepForward() {
        ProgressWatch watch = ProgressWatch.from(0).seen("ACCEPTED", 0, 1_000).seen("RUNNING", 0, 150_000);

        assertThat(watch.stalled(200_000, LIMIT)).isFalse();
    }

    @Test
    void aDriverThatDoesNotAnswerForAMomentIsNoStepForward() {
        ProgressWatch watch = ProgressWatch.from(0).seen("RUNNING", 5, 1_000);

        watch = watch.seen("RUNNING", 0, 60_000).seen("RUNNING", 5, 120_000);

        assertThat(watch.sinceMillis()).isEqualTo(1_000);
    }
}
