package io.koordbridge.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.bench.report.BenchResult;
import io.koordbridge.bench.report.Recording;
import io.koordbridge.replay.NodeSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanBenchTest {

    @TempDir
    private Path directory;

    @Test
    void recordsEachRuleOfATrace() throws IOException {
        Path trace = directory.resolve("idle.csv");
        Files.writeString(
                trace,
                IntStream.rangeClosed(0, 60)
                        .mapToObj(minute -> "a," + minute * 60 + ",0,\n")
                        .collect(Collectors.joining()));
        Recording recording = new Recording("plan", "none");

        PlanBench.replay(trace, NodeSize.DEFAULT, recording);

        BenchResult result = recording.finish();
        assertThat(result.figures().get("idle.csv, nodes").value()).isEqualTo(1);
        for (PlanRule rule : PlanRule.all()) {
            // 60 % of an idle node, but for the first minute by the mean, and until percentiles are known by the
            // others.
            assertThat(result.figures()
                            .get("idle.csv, " + rule.name() + ": delivered")
                            .value())
                    .as(rule.name())
                    .isBetween(40.0, 59.5);
        }
    }

    @Test
    void timesAReplay() {
        Recording recording = new Recording("plan", "none");

        PlanBench.time(2, 1, recording);

        BenchResult result = recording.finish();
        assertThat(result.figures().get("2 nodes, 1 days, one core").value()).isPositive();
        assertThat(result.targets()).isEmpty();
    }
}
