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

/** Processes in the groups of a node; {@link Installed} puts ours there. */
@Tag("soak")
class LabNodeIT {

    private static final Duration LONG = Duration.ofMinutes(2);

    @Test
    void cpuOfAProcessInAPodIsCpuOfTheNode(@TempDir Path directory) throws Exception {
        Prerequisite.require(PlanError.missing().isEmpty(), PlanError.missing().orElse(""));
        Path groups;
        try (LabNode node = new LabNode(directory)) {
            NodePods pods = new NodePods(node.client());
            pods.createOnline();
            String online = pods.group(NodePods.ONLINE);
            groups = node.groups();
            long before = node.cpuNanos(LabNode.ALL);
            try (ChildProcess spinning = ChildProcess.start(
                    "spinning",
                    List.of("sh", "-c", "while :; do :; done"),
                    Map.of(),
                    directory,
                    directory.resolve("spinning.log"))) {
                node.place(spinning.pid(), online);

                await().atMost(LONG).until(() -> node.cpuNanos(online) > 200_000_000L);
                assertThat(node.cpuNanos(LabNode.ALL) - before).isGreaterThan(200_000_000L);
                assertThat(node.cpuNanos(LabNode.OURS)).isZero();
            }
        }
        assertThat(groups.resolve("cpu/kubepods")).doesNotExist();
        assertThat(Files.exists(directory.resolve("lab"))).isFalse();
    }
}
