package io.koordbridge.it.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnLease;
import io.koordbridge.api.annotation.YarnNodeManager;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.it.koordlet.AgentProcess;
import io.koordbridge.lab.hadoop.HadoopRuntime;
import io.koordbridge.lab.hadoop.PluginOptions;
import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.protocol.Annotations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A NodeManager that is a service of the host, without a pod: the node agent names it to the operator by what its plugin says. */
@Tag("long")
class HostNodeManagerIT {

    private static final ProjectLayout LAYOUT = ProjectLayout.find();

    @TempDir
    Path directory;

    @Test
    void hasALeaseOfWhatTheNodeOffers() throws IOException {
        Path agentFiles = Files.createDirectory(directory.resolve("agent"));
        PluginOptions plugin = PluginOptions.of(
                        LAYOUT.jar("copilot-nodemanager-plugin"), Files.createDirectory(agentFiles.resolve("yarn")))
                .applyLease()
                .cgroup(Files.createDirectory(directory.resolve("no-cgroups")), "hadoop-yarn");
        try (OperatorScene scene = new OperatorScene(
                ControlPlaneGate.share(),
                HadoopRuntime.hadoop35(LAYOUT),
                directory,
                ResourceManagerProcess::clientConfiguration,
                options -> options.plugin(plugin).capacity(8_192, 8),
                List.of())) {
            scene.node().removeNodeManagerPod();
            try (AgentProcess agent =
                    new AgentProcess(scene.controlPlane().kubeconfig(), SharedNode.NAME, agentFiles)) {
                await().atMost(OperatorScene.SOON)
                        .untilAsserted(() -> assertThat(AnnotationCodec.read(
                                                scene.node().node(),
                                                Annotations.NODE_YARN_NODE_MANAGER,
                                                YarnNodeManager.class)
                                        .map(YarnNodeManager::nodeId))
                                .as(agent.logTail())
                                .contains(scene.nodeId()));
                scene.awaitCapacity(4, 4_096);
                scene.awaitLease("STEADY", 4_000);
                assertThat(scene.node().lease()).map(YarnLease::nodeId).contains(scene.nodeId());

                scene.node().origin(4_000, 8_192);
                scene.awaitCapacity(2, 4_096);
                scene.awaitLease("STEADY", 2_000);
                await().atMost(OperatorScene.SOON)
                        .until(() -> Files.readString(plugin.leaseFile()).contains("\"vcores\":2"));

                scene.nodeManager().crash();
                scene.nodeManager().restart();
                scene.awaitCapacity(2, 4_096);
                scene.awaitLease("STEADY", 2_000);
            }
            scene.requireSound();
        }
    }
}
