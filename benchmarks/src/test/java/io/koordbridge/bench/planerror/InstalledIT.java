package io.koordbridge.bench.planerror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each round of the bench installs on a node that has nothing of the round before. */
@Tag("soak")
class InstalledIT {

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final String TIER = "kubepods/besteffort";

    @Test
    void batchWorkRunsUntilAllIsTakenAway(@TempDir Path directory) throws Exception {
        Prerequisite.require(PlanError.missing().isEmpty(), PlanError.missing().orElse(""));
        try (LabNode node = new LabNode(directory)) {
            NodePods pods = new NodePods(node.client());
            Path quota = node.groups().resolve("cpu").resolve(TIER).resolve("cpu.cfs_quota_us");
            try (NodeProc proc = new NodeProc(directory.resolve("proc"), () -> node.cpuNanos(LabNode.ALL), 2);
                    LoadedNode loaded = new LoadedNode(
                            new NodeCounters(node, pods),
                            ChildProcess.start(
                                    "none", List.of("sleep", "600"), Map.of(), directory, directory.resolve("log")),
                            directory.resolve("control"),
                            new LoadPattern(List.of(0L), 1))) {
                try (Installed installed = new Installed(node, pods, loaded, proc.root(), directory.resolve("i"))) {
                    assertThat(installed).isNotNull();
                    assertThat(pods.offeredMilliCpu()).isPositive();
                    long before = node.cpuNanos(TIER);
                    await().atMost(LONG).until(() -> node.cpuNanos(TIER) - before > 500_000_000L);
                }
                assertThat(pods.offeredMilliCpu()).isZero();
                assertThat(Files.readString(quota).strip()).isEqualTo("-1");
            }
        }
    }
}
