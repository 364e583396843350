package io.koordbridge.it.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.lab.hadoop.CopilotClient;
import io.koordbridge.lab.hadoop.HadoopRuntime;
import io.koordbridge.lab.hadoop.NodeManagerOptions;
import io.koordbridge.lab.hadoop.NodeManagerProcess;
import io.koordbridge.lab.hadoop.PluginOptions;
import io.koordbridge.lab.hadoop.ResourceManagerOptions;
import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.hadoop.YarnNode;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same jar in the NodeManagers of all supported lines, registered by configuration alone. */
class PluginLoadingIT {
    private static final ProjectLayout LAYOUT = ProjectLayout.find();

    @TempDir
    Path directory;

    @Test
    void servesItsApiInsideANodeManagerOf33() throws IOException {
        check(HadoopRuntime.hadoop33(LAYOUT), "3.3.6");
    }

    @Test
    void servesItsApiInsideANodeManagerOf34() throws IOException {
        check(HadoopRuntime.hadoop34(LAYOUT), "3.4.3");
    }

    @Test
    void servesItsApiInsideANodeManagerOf35() throws IOException {
        check(HadoopRuntime.hadoop35(LAYOUT), "3.5.0");
    }

    private void check(HadoopRuntime runtime, String version) throws IOException {
        PluginOptions plugin = PluginOptions.of(
                        LAYOUT.jar("copilot-nodemanager-plugin"), Files.createDirectory(directory.resolve("plugin")))
                .applyLease()
                .cgroup(Files.createDirectory(directory.resolve("no-cgroups")), "hadoop-yarn");
        Files.writeString(
                plugin.leaseFile(), "{\"vcores\":3,\"memoryMB\":2560,\"epoch\":7,\"time\":\"" + Instant.now() + "\"}");
        CopilotClient copilot = new CopilotClient(plugin.socket());
        try (ResourceManagerProcess resourceManager =
                        ResourceManagerProcess.launch(ResourceManagerOptions.of(runtime, directory.resolve("rm")));
                NodeManagerProcess nodeManager = NodeManagerProcess.start(
                        resourceManager,
                        NodeManagerOptions.of(runtime, directory.resolve("nm")).plugin(plugin))) {
            assertRegisteredWithTheLease(resourceManager, nodeManager);
            assertNodeIsDescribed(copilot, nodeManager.nodeId(), version);
            assertOlderCallsAnswer(copilot);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(plugin.socket())))
                    .isEqualTo("rw-------");
        }
        assertThat(plugin.socket()).doesNotExist();
    }

    private static void assertRegisteredWithTheLease(
            ResourceManagerProcess resourceManager, NodeManagerProcess nodeManager) {
        YarnNode node = resourceManager.rest().node(nodeManager.nodeId()).orElseThrow();

        assertThat(node.capacityVcores()).isEqualTo(3);
        assertThat(node.capacityMegabytes()).isEqualTo(2560);
    }

    private static void assertNodeIsDescribed(CopilotClient copilot, String nodeId, String version) throws IOException {
        JsonNode node = copilot.get("/v2/node");

        assertThat(node.path("nodeId").asText()).isEqualTo(nodeId);
        assertThat(node.path("nodeManagerVersion").asText()).isEqualTo(version);
        assertThat(node.path("capacity").toString()).isEqualTo("{\"vcores\":3,\"memoryMB\":2560}");
        assertThat(node.path("lease").path("source").asText()).isEqualTo("LEASE");
        assertThat(node.path("lease").path("epoch").asLong()).isEqualTo(7);
        // Nothing is mounted where it was told to look: it runs on without placement and says so.
        assertThat(node.path("placement").path("mode").asText()).isEqualTo("none");
        assertThat(node.path("placement").path("confirmed").isNull()).isTrue();
        assertThat(node.path("strangers").isNull()).isTrue();
        assertThat(node.path("masters").toString()).isEqualTo("{\"vcores\":0,\"memoryMB\":0}");
        assertThat(copilot.health()).startsWith("degraded: containers are not placed in cgroups");
        assertThat(copilot.containers()).isEmpty();
    }

    private static void assertOlderCallsAnswer(CopilotClient copilot) throws IOException {
        assertThat(copilot.get("/information").toString()).isEqualTo("{\"name\":\"yarn\",\"version\":\"v1\"}");
        assertThat(copilot.get("/v1/containers").toString()).isEqualTo("[]");
        assertThatIOException()
                .isThrownBy(() -> copilot.get("/v1/container?containerID=container_1"))
                .withMessageContaining("400")
                .withMessageContaining("no container container_1");
    }
}
