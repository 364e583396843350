package io.koordbridge.it.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnMasters;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.it.koordlet.AgentProcess;
import io.koordbridge.lab.hadoop.HadoopRuntime;
import io.koordbridge.lab.hadoop.PluginOptions;
import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.YarnContainerIds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The operator goes by container ids until a node agent says, by the plugin's word, which containers are application masters. */
@Tag("long")
class KnownMastersIT {

    private static final ProjectLayout LAYOUT = ProjectLayout.find();
    private static final int TASK_CORES = 3;
    private static final int TASK_MEGABYTES = 512;

    @TempDir
    Path directory;

    @Test
    void aTaskThatLooksLikeAMasterKeepsItsPlaceOnlyUntilTheAgentKnowsBetter() throws IOException {
        Path agentFiles = Files.createDirectory(directory.resolve("agent"));
        PluginOptions plugin = PluginOptions.of(
                        LAYOUT.jar("copilot-nodemanager-plugin"), Files.createDirectory(agentFiles.resolve("yarn")))
                .cgroup(Files.createDirectory(directory.resolve("no-cgroups")), "hadoop-yarn");
        try (OperatorScene scene = new OperatorScene(
                ControlPlaneGate.share(),
                HadoopRuntime.hadoop35(LAYOUT),
                directory,
                ResourceManagerProcess::clientConfiguration,
                options -> options.plugin(plugin).capacity(8_192, 8),
                List.of())) {
            scene.awaitCapacity(4, 4_096);
            try (UnmanagedApplication application = new UnmanagedApplication(
                    scene.resourceManager(), 1, Resource.newInstance(TASK_MEGABYTES, TASK_CORES))) {
                assertThat(YarnContainerIds.isFirst(application.tasks().get(0))).isTrue();
                scene.node().origin(2_000, 8_192);
                scene.awaitCapacity(TASK_CORES, 4_096);
                await().during(Duration.ofSeconds(5))
                        .atMost(Duration.ofSeconds(20))
                        .until(() -> scene.capacity().capacityVcores() == TASK_CORES);

                try (AgentProcess agent =
                        new AgentProcess(scene.controlPlane().kubeconfig(), SharedNode.NAME, agentFiles)) {
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
