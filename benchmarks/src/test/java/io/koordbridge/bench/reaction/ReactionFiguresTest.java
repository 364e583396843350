package io.koordbridge.bench.reaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.bench.report.BenchResult;
import io.koordbridge.bench.report.Recording;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReactionFiguresTest {

    private static final long SECOND = 1_000_000_000L;

    private final List<Sighting> seen = new ArrayList<>();

    private void at(double seconds, long vcores) {
        seen.add(new Sighting(Stage.RESOURCE_MANAGER, (long) (seconds * SECOND), vcores));
    }

    private BenchResult record(ReactionFigures.Round... rounds) {
        for (Stage stage : Stage.values()) {
            seen.add(0, new Sighting(stage, 0, 16));
        }
        Recording recording = new Recording("reaction", "none");
        ReactionFigures.record(recording, "defaults", seen, List.of(rounds));
        return recording.finish();
    }

    private static double figure(BenchResult result, String name) {
        return result.figures().get("defaults: " + name).value();
    }

    @Test
    void jumpsGiveMedianAndLongestAndTheWayBackItsParts() {
        at(12, 13);
        at(21, 10);
        at(34, 7);
        at(160, 8);
        at(300, 16);

        BenchResult result =
                record(new ReactionFigures.Round(List.of(10 * SECOND, 20 * SECOND, 30 * SECOND), 100 * SECOND, 16));

        assertThat(figure(result, "jumps")).isEqualTo(3);
        assertThat(figure(result, "load to ResourceManager, median")).isEqualTo(2);
        assertThat(figure(result, "load to ResourceManager, longest")).isEqualTo(4);
        assertThat(figure(result, "load gone to ResourceManager")).isEqualTo(60);
        assertThat(figure(result, "load gone to 90 % in the ResourceManager")).isEqualTo(200);
    }

    @Test
    void whatWasNotSeenIsSaid() {
        BenchResult result = record(new ReactionFigures.Round(List.of(10 * SECOND), 100 * SECOND, 16));

        assertThat(result.figures()).doesNotContainKey("defaults: load to kernel limit");
        assertThat(result.notes()).contains("defaults: load to kernel limit: not seen");
    }

    @Test
    void growthOfOneRoundEndsWithTheNext() {
        at(12, 10);
        at(300, 9);
        at(400, 16);

        BenchResult result = record(
                new ReactionFigures.Round(List.of(10 * SECOND), 100 * SECOND, 16),
                new ReactionFigures.Round(List.of(290 * SECOND), 350 * SECOND, 16));

        assertThat(figure(result, "load gone to ResourceManager")).isEqualTo(50);
    }
}
