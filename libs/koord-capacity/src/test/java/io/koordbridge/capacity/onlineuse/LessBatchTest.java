package io.koordbridge.capacity.onlineuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.sloconfig.estimate.EstimateLevel;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LessBatchTest {

    private static final Instant NOW = Instant.parse("2026-11-30T09:00:00Z");
    private static final List<LevelWindow> WINDOWS = List.of(window(5, 8), window(10, 9), window(30, 12));
    private static final BatchLows SIX_MINUTES =
            BatchLows.NONE.seen(NOW.minusSeconds(360), cores(3)).seen(NOW, cores(3));

    @Test
    void aWindowInWhichTheUseOfBatchIsNotKnownIsLeftOut() {
        LessBatch less = LessBatch.of(WINDOWS, SIX_MINUTES, null, NOW);

        assertThat(less.known()).containsExactly(window(5, 5));
        assertThat(less.leftOut()).containsExactly(Duration.ofMinutes(10), Duration.ofMinutes(30));
        assertThat(less.since()).isEqualTo(NOW);
    }

    @Test
    void theNearestWindowOfAllIsLeftOutOrNot() {
        LessBatch less = LessBatch.of(WINDOWS, SIX_MINUTES, null, NOW);

        assertThat(less.leavesOut(Duration.ofMinutes(1))).isFalse();
        assertThat(less.leavesOut(Duration.ofMinutes(15))).isTrue();
        assertThat(LessBatch.NONE.leavesOut(Duration.ofMinutes(15))).isFalse();
    }

    @Test
    void afterTwoHoursWhatIsLeftOutCountsInFull() {
        Instant since = NOW.minus(BatchLows.LONGEST);

        assertThat(LessBatch.of(WINDOWS, SIX_MINUTES, since.plusMillis(1), NOW).leftOut())
                .hasSize(2);
        LessBatch over = LessBatch.of(WINDOWS, SIX_MINUTES, since, NOW);
        assertThat(over.known()).containsExactly(window(5, 5), window(10, 9), window(30, 12));
        assertThat(over.leftOut()).isEmpty();
        assertThat(over.since()).isEqualTo(since);
    }

    @Test
    void onceEveryWindowIsKnownTheTimeIsForgotten() {
        LessBatch less = LessBatch.of(WINDOWS.subList(0, 1), SIX_MINUTES, NOW.minusSeconds(60), NOW);

        assertThat(less).isEqualTo(new LessBatch(List.of(window(5, 5)), List.of(), null));
    }

    @Test
    void aTimeAheadOfOursIsNow() {
        assertThat(LessBatch.of(WINDOWS, SIX_MINUTES, NOW.plusSeconds(1), NOW).since())
                .isEqualTo(NOW);
    }

    private static LevelWindow window(long minutes, long cores) {
        return new LevelWindow(Duration.ofMinutes(minutes), Map.of(EstimateLevel.P95, cores(cores)));
    }

    private static CpuMemory cores(long cores) {
        return CpuMemory.ofMilliAndBytes(1000 * cores, 0);
    }
}
