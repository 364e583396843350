package io.koordbridge.capacity.onlineuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.sloconfig.estimate.EstimateLevel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LevelWindowTest {

    private static LevelWindow window(long minutes, Map<EstimateLevel, CpuMemory> levels) {
        return new LevelWindow(Duration.ofMinutes(minutes), levels);
    }

    private static CpuMemory cores(long cores) {
        return CpuMemory.ofMilliAndBytes(cores * 1000, cores);
    }

    @Test
    void aLevelIsNoSmallerThanTheOnesBelow() {
        LevelWindow window = window(5, Map.of(EstimateLevel.P90, cores(4), EstimateLevel.MAX, cores(3)));

        assertThat(window.levels()).containsEntry(EstimateLevel.MAX, cores(4));
        assertThat(window.highest()).isEqualTo(cores(4));
    }

    @Test
    void aLevelThatIsMissingIsReplacedByTheNextHigherOneOrElseByTheHighest() {
        LevelWindow window = window(5, Map.of(EstimateLevel.P90, cores(4), EstimateLevel.P99, cores(5)));

        assertThat(window.atLeast(EstimateLevel.P90)).isEqualTo(EstimateLevel.P90);
        assertThat(window.atLeast(EstimateLevel.P95)).isEqualTo(EstimateLevel.P99);
        assertThat(window.atLeast(EstimateLevel.MAX)).isEqualTo(EstimateLevel.P99);
    }

    @Test
    void ofTwoWindowsThatAreAsNearTheLongerOneIsTaken() {
        Map<EstimateLevel, CpuMemory> levels = Map.of(EstimateLevel.P90, cores(4));
        List<LevelWindow> windows = List.of(window(10, levels), window(20, levels), window(60, levels));

        assertThat(LevelWindow.nearest(windows, Duration.ofMinutes(15)))
                .map(LevelWindow::length)
                .contains(Duration.ofMinutes(20));
        assertThat(LevelWindow.nearest(List.of(), Duration.ofMinutes(15))).isEmpty();
    }

    @Test
    void aDurationIsSaidInMinutesWhereItIsWhole() {
        assertThat(LevelWindow.words(Duration.ofMinutes(15))).isEqualTo("15 min");
        assertThat(LevelWindow.words(Duration.ofSeconds(90))).isEqualTo("90 s");
    }
}
