package io.koordbridge.koordlet.report.online;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.document.node.OnlineUse.Percentiles;
import io.koordbridge.api.document.node.OnlineUse.Window;
import io.koordbridge.policy.report.Aggregate;
import java.time.Duration;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class OnlineWindowsTest {

    private static final Duration WINDOW = Duration.ofMinutes(5);
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void aWatchedWindowHasPercentilesInMilliCoresAndBytes() {
        assertThat(OnlineWindows.of(List.of(samples(second -> true)), SECOND))
                .containsExactly(new Window(
                        WINDOW,
                        new Percentiles(149_500, 149_000, 269_000, 284_000, 296_000, 299_000),
                        new Percentiles(150, 149, 269, 284, 296, 299)));
    }

    /** As after a start of the agent: percentiles of a part of the window would be of another window. */
    @Test
    void aWindowIsNotKnownBeforeNearlyAllOfItWasWatched() {
        assertThat(OnlineWindows.of(List.of(samples(second -> second >= 31)), SECOND))
                .isEmpty();
        assertThat(OnlineWindows.of(List.of(samples(second -> second >= 30)), SECOND))
                .hasSize(1);
    }

    @Test
    void aWindowWithALongGapIsNotKnown() {
        assertThat(OnlineWindows.of(List.of(samples(second -> second < 100 || second > 131)), SECOND))
                .isEmpty();
        assertThat(OnlineWindows.of(List.of(samples(second -> second < 100 || second > 128)), SECOND))
                .hasSize(1);
    }

    @Test
    void aWindowWithoutMemoryIsNotKnown() {
        OnlineWindows.Samples whole = samples(second -> true);

        assertThat(OnlineWindows.of(List.of(new OnlineWindows.Samples(WINDOW, whole.cpu(), Aggregate.none())), SECOND))
                .isEmpty();
        assertThat(OnlineWindows.of(
                        List.of(new OnlineWindows.Samples(WINDOW, Aggregate.none(), Aggregate.none())), SECOND))
                .isEmpty();
    }

    private static OnlineWindows.Samples samples(LongPredicate measured) {
        long[] seconds = LongStream.range(0, 300).filter(measured).toArray();
        Aggregate all = Aggregate.of(
                LongStream.of(seconds).map(second -> second * 1000).toArray(),
                LongStream.of(seconds).mapToDouble(second -> second).toArray());
        return new OnlineWindows.Samples(WINDOW, all, all);
    }
}
