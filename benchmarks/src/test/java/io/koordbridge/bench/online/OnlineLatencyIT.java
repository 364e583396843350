package io.koordbridge.bench.online;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.bench.report.BenchResult;
import io.koordbridge.bench.report.Recording;
import io.koordbridge.lab.cgroup.OwnHierarchies;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the benchmark runs and counts; times of a few requests say nothing. */
@Tag("long")
class OnlineLatencyIT {

    @TempDir
    private Path temp;

    @Test
    void allArmsGetTheirRequestsAndOnlyTwoHaveBatchWork() throws Exception {
        Prerequisite.require(
                OwnHierarchies.missing().isEmpty(), OwnHierarchies.missing().orElse(""));
        OnlineOptions options =
                new OnlineOptions(61, 3, 1_500, 1_000, 20, 2, "cfsQuota", 65, new OnlineOptions.Agent(Map.of(), ""), 1);
        Recording recording = new Recording("online-latency", "none");

        new OnlineLatency(options, recording).run(temp.resolve("n"), progress -> {});

        BenchResult result = recording.finish();
        for (Arm arm : Arm.values()) {
            assertThat(figure(result, arm.title() + ": requests")).isEqualTo(61);
            double median = figure(result, arm.title() + ": P50");
            assertThat(median).isGreaterThan(0.5);
            assertThat(figure(result, arm.title() + ": P99")).isGreaterThanOrEqualTo(median);
        }
        assertThat(figure(result, "alone: CPU of the batch threads")).isLessThan(0.02);
        assertThat(figure(result, "protected: CPU of the batch threads")).isPositive();
        assertThat(figure(result, "unprotected: CPU of the batch threads")).isPositive();
        assertThat(result.targets()).hasSize(2);
    }

    private static double figure(BenchResult result, String name) {
        assertThat(result.figures()).containsKey(name);
        return result.figures().get(name).value();
    }
}
