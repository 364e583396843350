package io.koordbridge.bench.reaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.bench.cluster.Cluster;
import io.koordbridge.bench.report.BenchResult;
import io.koordbridge.bench.report.Recording;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the benchmark runs and sees every stage on the way down and back; times of a busy machine say nothing. */
@Tag("soak")
class ReactionBenchIT {

    @TempDir
    private Path temp;

    @Test
    void everyStageIsSeenOnTheWayDownAndBack() throws Exception {
        Prerequisite.require(
                RealControlPlane.available(), RealControlPlane.missing().orElse(""));
        Recording recording = new Recording("reaction", "none");

        try (Cluster cluster = Cluster.start(temp, progress -> {})) {
            new ReactionBench("quickstart", recording, progress -> {}).run(cluster, temp.resolve("r"), 1, 1);
        }

        BenchResult result = recording.finish();
        assertThat(result.notes()).as("stages that were not seen").isEmpty();
        for (Stage stage : Stage.values()) {
            assertThat(figure(result, "load to " + stage.title())).isPositive();
            assertThat(figure(result, "load gone to " + stage.title())).isPositive();
        }
        assertThat(figure(result, "load to ResourceManager"))
                .isGreaterThan(figure(result, "load to capacity of the manager"));
        assertThat(figure(result, "load gone to all in the ResourceManager"))
                .isGreaterThanOrEqualTo(figure(result, "load gone to 90 % in the ResourceManager"));
    }

    private static double figure(BenchResult result, String name) {
        return result.figures().get("quickstart: " + name).value();
    }
}
