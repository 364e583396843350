package io.koordbridge.descheduler.decide.nodemanager;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DrainMarkTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    @Test
    void aHugeTextIsOnlyAText() {
        String huge = "9".repeat(200_000);
        DrainMark mark = DrainMark.first(huge);

        assertThat(mark.text()).hasSizeLessThan(65);
        assertThat(mark.seen(huge, NOW)).isSameAs(mark);
        assertThat(mark.seen(huge + "x", NOW).isDrained(NOW)).isTrue();
    }

    @Test
    void aClockThatWentBackProvesNothing() {
        DrainMark mark = DrainMark.first("t1").seen("t2", NOW);

        assertThat(mark.isDrained(NOW.minus(Duration.ofHours(1)))).isFalse();
    }

    @Test
    void theSameTextIsNoChange() {
        DrainMark mark = DrainMark.first("t1").seen("t2", NOW);

        assertThat(mark.seen("t2", NOW.plusSeconds(9)).isDrained(NOW.plusSeconds(11)))
                .isFalse();
    }
}
