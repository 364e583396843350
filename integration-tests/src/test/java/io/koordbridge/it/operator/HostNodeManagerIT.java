package io.koordbridge.it.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnLease;
import io.koordbridge.api.annotation.YarnNodeManager;
import io.koordbridge.it.koordlet.AgentProcess;
import io.koordbridge.protocol.Annotations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A NodeManager that is a service of the host, without a pod: the node agent names it to the operator by what its plugin says. */
@Tag("long")
class HostNodeManagerIT {

    @TempDir
    Path directory;

    @Test
    void hasALeaseOfWhatTheNodeOffers() throws IOException {
        PluginAndAgent node = PluginAndAgent.below(directory).applyLease();
        try (OperatorScene scene = OperatorScene.shared(
                directory, options -> options.plugin(node.plugin()).capacity(8_192, 8))) {
            scene.node().removeNodeManagerPod();
            try (AgentProcess agent = node.startAgent(scene.controlPlane())) {
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
                        .until(() -> Files.readString(node.plugin().leaseFile()).contains("\"vcores\":2"));

                scene.nodeManager().crash();
                scene.nodeManager().restart();
                scene.awaitCapacity(2, 4_096);
                scene.awaitLease("STEADY", 2_000);
            }
            scene.requireSound();
        }
    }
}
