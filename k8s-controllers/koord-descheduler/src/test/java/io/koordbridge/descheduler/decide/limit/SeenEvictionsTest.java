package io.koordbridge.descheduler.decide.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.testkit.work.LinearWork;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class SeenEvictionsTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final Duration WINDOW = Duration.ofMinutes(5);

    private final SeenEvictions seen = new SeenEvictions(WINDOW);

    @Test
    void eachPodCountsOnce() {
        assertThat(seen.foreign("a", "n1", NOW)).isTrue();
        assertThat(seen.foreign("a", "n1", NOW)).isFalse();
        assertThat(seen.own("a", NOW)).isFalse();
        assertThat(seen.own("b", NOW)).isTrue();
        assertThat(seen.own("b", NOW)).isFalse();
        assertThat(seen.foreign("b", "n1", NOW)).isFalse();
        assertThat(seen.foreignOn("n1", NOW)).isZero();
    }

    @Test
    void aNodeIsFreeAfterTheWindow() {
        seen.foreign("a", "n1", NOW);
        seen.foreign("b", "n1", NOW.plusSeconds(10));

        assertThat(seen.foreignOn("n1", NOW.plusSeconds(300))).isEqualTo(2);
        assertThat(seen.foreignOn("n1", NOW.plusSeconds(305))).isEqualTo(1);
        assertThat(seen.foreignOn("n1", NOW.plusSeconds(311))).isZero();
    }

    @Test
    void aClockThatWentFarBackFreesTheNode() {
        seen.foreign("a", "n1", NOW);

        assertThat(seen.foreignOn("n1", NOW.minusSeconds(301))).isZero();
    }

    @Test
    void aPodWithoutNodeCountsForNone() {
        assertThat(seen.foreign("a", "", NOW)).isTrue();
        assertThat(seen.foreignOn("", NOW)).isZero();
    }

    @Test
    void memoryIsBounded() {
        for (int i = 0; i < 30_000; i++) {
            seen.foreign("p" + i, "n" + i, NOW);
        }

        assertThat(seen.size()).isEqualTo(40_000);
        assertThat(seen.foreignOn("n0", NOW)).isZero();
        assertThat(seen.foreignOn("n29999", NOW)).isEqualTo(1);
    }

    @TestFactory
    DynamicTest countingIsLinear() {
        return LinearWork.test("evictions", 10_000, size -> size, size -> {
            SeenEvictions many = new SeenEvictions(WINDOW);
            for (int i = 0; i < size; i++) {
                many.foreign("p" + i, "n" + i % 100, NOW.plusMillis(i * 100L));
            }
        });
    }
}
