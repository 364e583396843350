package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.miniyarn.MiniApplication;
import io.koordbridge.yarnoperator.miniyarn.MiniYarn.MiniNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In a real NodeManager, processes that look like Spark's executors: shells under the name of java. */
class ExecutorsLeaveIT {

    private static final Resource TASK = Resource.newInstance(1_024, 1);
    private static final YarnAmount ROOM_FOR_TWO = new YarnAmount(2, 2_048);
    private static final YarnAmount ROOM_FOR_ONE = new YarnAmount(1, 1_024);
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final String BACKEND = "org.apache.spark.executor.YarnCoarseGrainedExecutorBackend";

    @TempDir
    private Path directory;

    private final EdgeOnMiniYarn edge = new EdgeOnMiniYarn();
    private final MiniNode node = edge.yarn().node(0);

    @BeforeEach
    void makeRoom() throws IOException {
        edge.set(node, ROOM_FOR_TWO);
        Files.writeString(directory.resolve(BACKEND), """
            trap 'touch "$CONTAINER_ID".signalled; exit 0' PWR
            touch "$CONTAINER_ID".ready
            while :; do sleep 0.2; done
            """);
    }

    @AfterEach
    void close() throws IOException {
        node.copilot().post("/v2/shrink", Map.of());
        edge.close();
    }

    @Test
    void theNewestExecutorLeavesLongBeforeTheDeadlineAndTheOtherStays() throws IOException {
        try (MiniApplication application = new MiniApplication(edge.yarn())) {
            application.runs("cd " + directory + " && exec -a java bash " + BACKEND);
            List<ContainerId> executors = application.run(2, TASK, node);
            executors.forEach(one -> await().until(() -> Files.exists(directory.resolve(one + ".ready"))));
            long before = decommissioned();
            tellShrink();
            // The ResourceManager has the larger capacity: nothing is signalled.
            assertThat(decommissioned()).isEqualTo(before);

            edge.update(node, ROOM_FOR_ONE, LONG);
            await().untilAsserted(() -> {
                tellShrink();
                application.beat();
                assertThat(application.ended()).hasSize(1);
            });

            assertThat(application.ended()).containsValue(0);
            ContainerId left = application.ended().keySet().iterator().next();
            assertThat(executors).contains(left);
            assertThat(directory.resolve(left + ".signalled")).exists();
            assertThat(decommissioned()).isEqualTo(before + 1);
            await().untilAsserted(() -> assertThat(edge.reported(node).used()).isEqualTo(ROOM_FOR_ONE));
        }
    }

    private void tellShrink() throws IOException {
        node.copilot()
                .post(
                        "/v2/shrink",
                        Map.of(
                                "target",
                                Map.of("vcores", ROOM_FOR_ONE.vcores(), "memoryMB", ROOM_FOR_ONE.memoryMb()),
                                "leftMillis",
                                LONG.toMillis()));
    }

    private long decommissioned() throws IOException {
        JsonNode said = node.copilot().get("/v2/node").path("decommission");
        assertThat(said.path("signal").asText()).isEqualTo("PWR");
        return said.path("sent").asLong();
    }
}
