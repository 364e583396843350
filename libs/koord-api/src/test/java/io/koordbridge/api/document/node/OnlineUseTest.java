package io.koordbridge.api.document.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.document.node.OnlineUse.Percentiles;
import io.koordbridge.api.document.node.OnlineUse.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class OnlineUseTest {

    private static final Instant AT = Instant.parse("2026-01-31T12:00:00Z");

    @Test
    void holdsUntilItsAgentWouldHaveWrittenItAgainLongAgo() {
        OnlineUse use = new OnlineUse(AT, List.of(), null);

        assertThat(use.holdsAt(AT)).isTrue();
        assertThat(use.holdsAt(AT.plus(OnlineUse.RENEWED))).isTrue();
        assertThat(use.holdsAt(AT.plus(OnlineUse.OUTDATED))).isTrue();
        assertThat(use.holdsAt(AT.plus(OnlineUse.OUTDATED).plusSeconds(1))).isFalse();
    }

    @Test
    void aTimeInTheFutureHoldsOnlyAsFarAsClocksDiffer() {
        OnlineUse use = new OnlineUse(AT, List.of(), null);

        assertThat(use.holdsAt(AT.minusSeconds(300))).isTrue();
        assertThat(use.holdsAt(AT.minusSeconds(301))).isFalse();
    }

    @Test
    void theNearestWindowIsTakenAndOfTwoTheLongerOne() {
        OnlineUse use = use(1800, 300, 900);

        assertThat(use.windows()).extracting(one -> one.length().toSeconds()).containsExactly(300L, 900L, 1800L);
        assertThat(nearest(use, 900)).isEqualTo(900);
        assertThat(nearest(use, 1)).isEqualTo(300);
        assertThat(nearest(use, 600)).isEqualTo(900);
        assertThat(nearest(use, 1349)).isEqualTo(900);
        assertThat(nearest(use, 80_000)).isEqualTo(1800);
        assertThat(use().nearest(Duration.ofMinutes(15))).isEmpty();
    }

    private static long nearest(OnlineUse use, long seconds) {
        return use.nearest(Duration.ofSeconds(seconds)).orElseThrow().length().toSeconds();
    }

    private static OnlineUse use(long... seconds) {
        Percentiles none = new Percentiles(0, 0, 0, 0, 0, 0);
        List<Window> windows = Arrays.stream(seconds)
                .mapToObj(one -> new Window(Duration.ofSeconds(one), none, none))
                .toList();
        return new OnlineUse(AT, windows, null);
    }
}
