package io.koordbridge.it.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.lab.hadoop.CopilotClient;
import io.koordbridge.lab.hadoop.HadoopRuntime;
import io.koordbridge.lab.hadoop.PluginOptions;
import io.koordbridge.lab.hadoop.ResourceManagerOptions;
import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.hadoop.YarnNode;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.FreePorts;
import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two NodeManagers in one JVM, each with its own instance of the plugin. */
class TwoNodeManagersIT {
    private static final ProjectLayout LAYOUT = ProjectLayout.find();
    private static final HadoopRuntime RUNTIME = HadoopRuntime.hadoop35(LAYOUT);
    private static final Duration START = Duration.ofSeconds(90);

    private static final Duration STOP = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private record Node(String id, PluginOptions plugin, Path configuration) {}

    @Test
    void eachHasAPluginOfItsOwn() throws IOException {
        try (ResourceManagerProcess resourceManager =
                ResourceManagerProcess.start(ResourceManagerOptions.of(RUNTIME, directory.resolve("rm")))) {
            Node first = node("first", 2);
            Node second = node("second", 3);
            try (ChildProcess jvm = start(resourceManager, List.of(first, second))) {
                await().atMost(START).until(() -> {
                    jvm.requireAlive();
                    return resourceManager.rest().nodes().stream()
                                    .filter(YarnNode::running)
                                    .count()
                            == 2;
                });
                assertServes(resourceManager, first, 2);
                assertServes(resourceManager, second, 3);
                jvm.stop(STOP);
            }
            assertThat(first.plugin().socket()).doesNotExist();
            assertThat(second.plugin().socket()).doesNotExist();
        }
    }

    /** With the lease, the socket and the name of its own NodeManager. */
    private static void assertServes(ResourceManagerProcess resourceManager, Node node, long vcores)
            throws IOException {
        JsonNode answer = new CopilotClient(node.plugin().socket()).get("/v2/node");

        assertThat(answer.path("nodeId").asText()).isEqualTo(node.id());
        assertThat(answer.at("/lease/vcores").asLong()).isEqualTo(vcores);
        assertThat(resourceManager.rest().node(node.id()).orElseThrow().capacityVcores())
                .isEqualTo(vcores);
    }

    private Node node(String name, int vcores) throws IOException {
        Path home = Files.createDirectories(directory.resolve(name));
        PluginOptions plugin = PluginOptions.of(
                        LAYOUT.jar("copilot-nodemanager-plugin"), Files.createDirectory(home.resolve("plugin")))
                .applyLease();
        Files.writeString(
                plugin.leaseFile(),
                "{\"vcores\":%d,\"memoryMB\":2048,\"epoch\":1,\"time\":\"%s\"}".formatted(vcores, Instant.now()));
        List<Integer> ports = FreePorts.find(4);
        Configuration site = new Configuration(false);
        plugin.yarnSite().forEach(site::set);
        site.set("yarn.nodemanager.hostname", "127.0.0.1");
        site.set("yarn.nodemanager.bind-host", "127.0.0.1");
        site.set("yarn.nodemanager.address", "127.0.0.1:" + ports.get(0));
        site.set("yarn.nodemanager.localizer.address", "127.0.0.1:" + ports.get(1));
        site.set("yarn.nodemanager.webapp.address", "127.0.0.1:" + ports.get(2));
        site.set("yarn.nodemanager.collector-service.address", "127.0.0.1:" + ports.get(3));
        site.set("yarn.nodemanager.resource.memory-mb", "4096");
        site.set("yarn.nodemanager.resource.cpu-vcores", "4");
        site.set("yarn.nodemanager.vmem-check-enabled", "false");
        site.set("yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", "99.5");
        site.set("yarn.nodemanager.local-dirs", home.resolve("local").toString());
        site.set("yarn.nodemanager.log-dirs", home.resolve("logs").toString());
        Path file = home.resolve("yarn-site.xml");
        try (OutputStream out = Files.newOutputStream(file)) {
            site.writeXml(out);
        }
        return new Node("localhost:" + ports.get(0), plugin, file);
    }

    private ChildProcess start(ResourceManagerProcess resourceManager, List<Node> nodes) {
        return JavaCommand.of("nodemanagers", NodeManagersInOneJvm.class.getName())
                .classPath(List.of(
                        resourceManager.clientConfiguration().toString(),
                        LAYOUT.root()
                                .resolve("integration-tests/target/test-classes")
                                .toString(),
                        nodes.get(0).plugin().jar().toString()))
                .classPath(RUNTIME.classPath())
                .jvmArguments(RUNTIME.jvmArguments())
                .jvmArguments(List.of(
                        "-Xmx384m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.net.preferIPv4Stack=true",
                        "-Dhadoop.home.dir=" + directory))
                .arguments(nodes.stream()
                        .map(node -> node.configuration().toUri().toString())
                        .toList())
                .start(directory, directory.resolve("nodemanagers.log"));
    }
}
