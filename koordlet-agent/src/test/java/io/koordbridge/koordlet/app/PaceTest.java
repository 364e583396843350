package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PaceTest {

    private static final long SECOND = 1_000_000_000L;

    private final Pace pace = new Pace(Duration.ofSeconds(1), 0);

    @Test
    void aRoundThatTakesTimeDoesNotMakeTheNextOneLater() {
        assertThat(pace.nextDelayNanos(SECOND / 4)).isEqualTo(SECOND * 3 / 4);
        assertThat(pace.nextDelayNanos(SECOND + SECOND / 10)).isEqualTo(SECOND * 9 / 10);
    }

    /** SIGSTOP, a suspended machine, a round that hung: one round at once, and then each second as before. */
    @Test
    void aStopOfAMinuteIsFollowedByOneRoundAndNotBySixty() {
        long now = 60 * SECOND;
        assertThat(pace.nextDelayNanos(now)).isZero();
        assertThat(pace.nextDelayNanos(now)).isEqualTo(SECOND);
        assertThat(pace.nextDelayNanos(now + SECOND)).isEqualTo(SECOND);
    }
}
