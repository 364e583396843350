package io.koordbridge.bench.descheduler;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.bench.report.BenchResult;
import io.koordbridge.bench.report.Recording;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the benchmark runs and counts; a small cluster says nothing of a large one. */
@Tag("soak")
class DeschedulerScaleIT {

    @TempDir
    private Path temp;

    @Test
    void runsAreMeasured() {
        Prerequisite.require(
                RealControlPlane.available(), RealControlPlane.missing().orElse(""));
        Recording recording = new Recording("descheduler", "none");

        new DeschedulerScale(new DeschedulerOptions(8, 10, 2, 2, Optional.empty()), temp, recording, progress -> {})
                .run();

        BenchResult result = recording.finish();
        assertThat(result.figures()).containsKeys("start until the first safe run", "CPU of one run", "RSS");
        assertThat(result.figures().get("CPU of one run").value()).isPositive();
        assertThat(result.figures().get("RSS").value()).isGreaterThan(20);
    }
}
