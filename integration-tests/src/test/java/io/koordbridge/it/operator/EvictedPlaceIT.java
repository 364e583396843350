package io.koordbridge.it.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.lab.hadoop.CopilotClient;
import io.koordbridge.lab.hadoop.PluginOptions;
import io.koordbridge.lab.ledger.LedgerWatch;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A memory emergency: a container is evicted through the plugin, and the place of it stays empty for a minute. */
@Tag("long")
class EvictedPlaceIT {

    private static final int EXECUTORS = 3;
    private static final int CORES = EXECUTORS + 1;
    private static final int MEGABYTES = CORES * SparkOnScene.CONTAINER_MEGABYTES;
    private static final Duration EMPTY = Duration.ofSeconds(40);

    @TempDir
    Path directory;

    @TempDir
    Path sockets;

    @Test
    void thePlaceOfAnEvictedTaskIsNotOfferedAgainForAMinute() throws IOException {
        ProjectLayout layout = ProjectLayout.find();
        PluginOptions plugin = PluginOptions.of(layout.jar("copilot-nodemanager-plugin"), sockets)
                .property("koordbridge.copilot.protected.types", "FLINK");
        try (OperatorScene scene = OperatorScene.shared(
                directory,
                options -> options.plugin(plugin).capacity(MEGABYTES, CORES),
                "lease.share=1",
                "lease.memoryStepMB=256")) {
            scene.node().origin(CORES * 1_000L, MEGABYTES);
            scene.awaitCapacity(CORES, MEGABYTES);
            LedgerWatch ledger = scene.watchLedger(SparkOnScene.CONTAINER_MEGABYTES);
            SparkOnScene spark = SparkOnScene.start(scene.resourceManager(), directory, EXECUTORS);
            try {
                CopilotClient copilot = new CopilotClient(plugin.socket());
                await("the plugin knows that the job is not protected")
                        .atMost(OperatorScene.SOON)
                        .until(() -> copilot.containers().stream()
                                .noneMatch(one -> one.path("protected").asBoolean()));
                evict(copilot, scene);

                await().atMost(OperatorScene.SOON).until(() -> scene.capacity().capacityMegabytes() < MEGABYTES);
                assertThat(scene.capacity().capacityMegabytes())
                        .isEqualTo(MEGABYTES - SparkOnScene.CONTAINER_MEGABYTES);
                await().during(EMPTY).atMost(EMPTY.plusSeconds(20)).until(() -> spark.activeExecutors() < EXECUTORS);
                spark.awaitExecutors(EXECUTORS);
                spark.endsWell();
                ledger.report().requireSound();
                scene.requireSound();
            } finally {
                spark.killIfItLives();
            }
        }
    }

    /** What the node agent does: asks what would go, ends it, and says so on the Node. */
    private static void evict(CopilotClient copilot, OperatorScene scene) throws IOException {
        Map<String, Object> demand = Map.of("resources", Map.of("memoryBytes", 1), "dryRun", true);
        JsonNode chosen = copilot.post("/v2/evict", demand).path("evicted");
        assertThat(chosen.size()).isEqualTo(1);
        String victim = chosen.path(0).asText();
        assertThat(copilot.containers().stream()
                        .filter(one -> one.path("id").asText().equals(victim))
                        .map(one -> one.path("containerType").asText()))
                .containsExactly("TASK");
        scene.node().evicted((long) SparkOnScene.CONTAINER_MEGABYTES << 20);
        copilot.evict(List.of(victim), "node memory", true);
    }
}
