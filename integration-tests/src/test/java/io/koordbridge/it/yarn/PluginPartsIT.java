package io.koordbridge.it.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.lab.hadoop.CopilotClient;
import io.koordbridge.lab.hadoop.HadoopRuntime;
import io.koordbridge.lab.hadoop.NodeManagerOptions;
import io.koordbridge.lab.hadoop.NodeManagerProcess;
import io.koordbridge.lab.hadoop.PluginOptions;
import io.koordbridge.lab.hadoop.ResourceManagerOptions;
import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.testkit.await.PatientAwaits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A NodeManager whose yarn-site.xml names the plugin incompletely. */
class PluginPartsIT {
    private static final ProjectLayout LAYOUT = ProjectLayout.find();
    private static final HadoopRuntime RUNTIME = HadoopRuntime.hadoop34(LAYOUT);

    @TempDir
    private Path temp;

    @Test
    void aPartThatIsMissingOrThereTwiceIsTold() throws IOException {
        try (ResourceManagerProcess resourceManager =
                ResourceManagerProcess.start(ResourceManagerOptions.of(RUNTIME, temp.resolve("rm")))) {
            assertThat(health(
                            resourceManager,
                            "no-listener",
                            "yarn.nodemanager.container-state-transition-listener.classes",
                            ""))
                    .contains("the lease is not applied: CopilotNmListener is not configured");
            assertThat(health(
                            resourceManager,
                            "no-executor",
                            "yarn.nodemanager.container-executor.class",
                            "org.apache.hadoop.yarn.server.nodemanager.DefaultContainerExecutor"))
                    .contains("containers are not placed in cgroups: CopilotContainerExecutor is not configured");
            tellsOfASecondCopy(resourceManager);
        }
    }

    private String health(ResourceManagerProcess resourceManager, String name, String key, String value)
            throws IOException {
        PluginOptions plugin = plugin(name);
        try (NodeManagerProcess nodeManager = start(resourceManager, name, plugin, key, value)) {
            assertThat(nodeManager.nodeId()).isNotEmpty();
            CopilotClient copilot = new CopilotClient(plugin.socket());
            await().atMost(PatientAwaits.PATIENCE).until(() -> Files.exists(plugin.socket()));
            return copilot.health();
        }
    }

    private void tellsOfASecondCopy(ResourceManagerProcess resourceManager) throws IOException {
        PluginOptions plugin = plugin("twice");
        try (NodeManagerProcess nodeManager = start(
                resourceManager,
                "twice",
                plugin,
                "yarn.nodemanager.aux-services.copilot.classpath",
                plugin.jar().toString())) {
            assertThat(nodeManager.process().logFile())
                    .content()
                    .contains("a second copy, loaded by yarn.nodemanager.aux-services.copilot.classpath");
        }
    }

    private PluginOptions plugin(String name) throws IOException {
        return PluginOptions.of(
                        LAYOUT.jar("copilot-nodemanager-plugin"),
                        Files.createDirectories(temp.resolve(name + "-plugin")))
                .applyLease()
                .cgroup(Files.createDirectories(temp.resolve(name + "-cgroups")), "hadoop-yarn");
    }

    private NodeManagerProcess start(
            ResourceManagerProcess resourceManager, String name, PluginOptions plugin, String key, String value) {
        return NodeManagerProcess.start(
                resourceManager,
                NodeManagerOptions.of(RUNTIME, temp.resolve(name))
                        .plugin(plugin)
                        .property(key, value));
    }
}
