package io.koordbridge.it.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnMasters;
import io.koordbridge.it.koordlet.AgentProcess;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.YarnContainerIds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The operator goes by container ids until a node agent says, by the plugin's word, which containers are application masters. */
@Tag("long")
class KnownMastersIT {

    private static final int TASK_CORES = 3;
    private static final int TASK_MEGABYTES = 512;

    @TempDir
    Path directory;

    @Test
    void aTaskThatLooksLikeAMasterKeepsItsPlaceOnlyUntilTheAgentKnowsBetter() throws IOException {
        PluginAndAgent node = PluginAndAgent.below(directory);
        try (OperatorScene scene = OperatorScene.shared(
                directory, options -> options.plugin(node.plugin()).capacity(8_192, 8))) {
            scene.awaitCapacity(4, 4_096);
            try (UnmanagedApplication application = new UnmanagedApplication(
                    scene.resourceManager(), 1, Resource.newInstance(TASK_MEGABYTES, TASK_CORES))) {
                assertThat(YarnContainerIds.isFirst(application.tasks().get(0))).isTrue();
                scene.node().origin(2_000, 8_192);
                scene.awaitCapacity(TASK_CORES, 4_096);
                await().during(Duration.ofSeconds(5))
                        .atMost(Duration.ofSeconds(20))
                        .until(() -> scene.capacity().capacityVcores() == TASK_CORES);

                try (AgentProcess agent = node.startAgent(scene.controlPlane())) {
                    await().atMost(OperatorScene.SOON)
                            .untilAsserted(() -> assertThat(AnnotationCodec.read(
                                            scene.node().node(), Annotations.NODE_YARN_MASTERS, YarnMasters.class))
                                    .as(agent.logTail())
                                    .contains(new YarnMasters(null, application.tasks())));
                    scene.awaitCapacity(1, 4_096);
                    assertThat(scene.capacity().usedVcores()).isEqualTo(TASK_CORES);
                }
            }
            scene.awaitLease("STEADY", 1_000);
            scene.requireSound();
        }
    }
}
