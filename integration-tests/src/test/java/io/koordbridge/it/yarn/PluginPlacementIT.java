package io.koordbridge.it.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.lab.hadoop.CopilotClient;
import io.koordbridge.lab.hadoop.HadoopRuntime;
import io.koordbridge.lab.hadoop.NodeManagerOptions;
import io.koordbridge.lab.hadoop.NodeManagerProcess;
import io.koordbridge.lab.hadoop.PluginOptions;
import io.koordbridge.lab.hadoop.ResourceManagerOptions;
import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stock NodeManager whose containers cannot be placed at first, and one that ends while a container of it is being evicted. */
class PluginPlacementIT {
    private static final Duration LONG = Duration.ofMinutes(3);
    private static final int MEGABYTES = 256;
    private static final String STUBBORN = "trap : TERM; while :; do sleep 1; done";

    @TempDir
    Path directory;

    private final TestCgroups cgroups = new TestCgroups();
    private ResourceManagerProcess resourceManager;
    private PluginOptions plugin;
    private CopilotClient copilot;

    @BeforeEach
    void startResourceManager() throws IOException {
        Prerequisite.require(TestCgroups.writable(), "no writable control groups version 1 below " + TestCgroups.ROOT);
        plugin = PluginOptions.of(
                        ProjectLayout.find().jar("copilot-nodemanager-plugin"),
                        Files.createDirectory(directory.resolve("p")))
                .cgroup(TestCgroups.ROOT, cgroups.path());
        copilot = new CopilotClient(plugin.socket());
        resourceManager = ResourceManagerProcess.launch(ResourceManagerOptions.of(runtime(), directory.resolve("rm")));
    }

    @AfterEach
    void stop() {
        try (cgroups) {
            if (resourceManager != null) {
                resourceManager.close();
            }
        }
    }

    private static HadoopRuntime runtime() {
        return HadoopRuntime.hadoop35(ProjectLayout.find());
    }

    private NodeManagerOptions options() {
        return NodeManagerOptions.of(runtime(), directory.resolve("nm")).plugin(plugin);
    }

    @Test
    void aContainerThatStartedWithoutItsGroupsIsMovedToThemAndLimited() throws IOException {
        try (NodeManagerProcess nodeManager = NodeManagerProcess.start(resourceManager, options())) {
            String application = resourceManager.rest().submit("unplaced", "sleep 300 & wait", MEGABYTES, 1);
            await("a container without groups")
                    .atMost(LONG)
                    .until(() -> copilot.containers().stream()
                            .anyMatch(container -> container.path("pid").isNumber()));
            assertThat(copilot.health()).startsWith("degraded: containers are not placed in cgroups");
            assertThat(copilot.get("/v2/node").at("/placement/mode").asText()).isEqualTo("none");
            assertThat(cgroups.containers("memory").getParent())
                    .as("the kubelet's")
                    .doesNotExist();

            cgroups.makeTier();

            await("placement")
                    .atMost(LONG)
                    .until(() -> copilot.get("/v2/node")
                            .at("/placement/mode")
                            .asText()
                            .equals("cgroup-v1"));
            assertPlaced(nodeManager, copilot.containers().get(0));
            assertThat(copilot.health()).startsWith("ok");
            resourceManager.rest().kill(application);
        }
    }

    private void assertPlaced(NodeManagerProcess nodeManager, JsonNode container) throws IOException {
        Path group = cgroups.containers("memory").resolve(container.path("id").asText());
        assertThat(group.resolve("memory.limit_in_bytes")).hasContent(Integer.toString(MEGABYTES << 20));
        List<Long> inside = Files.readAllLines(group.resolve("cgroup.procs")).stream()
                .map(Long::valueOf)
                .toList();
        long pid = container.path("pid").asLong();
        assertThat(inside).contains(pid);
        assertThat(nodeManager.process().descendants().stream()
                        .filter(process -> process.pid() == pid)
                        .flatMap(ProcessHandle::descendants)
                        .map(ProcessHandle::pid))
                .isNotEmpty()
                .isSubsetOf(inside);
    }

    @Test
    void whereItIsRequiredNothingStartsOutsideOfItsGroups() throws IOException {
        Path began = directory.resolve("began");
        plugin = plugin.property("koordbridge.copilot.placement.required", "true");
        try (NodeManagerProcess nodeManager = NodeManagerProcess.start(resourceManager, options())) {
            String command = "cat /proc/self/cgroup > " + began + "; sleep 300";
            String application = resourceManager.rest().submit("required", command, MEGABYTES, 1);
            awaitPreempted(application);
            assertThat(began).doesNotExist();

            cgroups.makeTier();
            application = resourceManager.rest().submit("placed", command, MEGABYTES, 1);

            await("the start in its groups").atMost(LONG).until(() -> Files.exists(began));
            await("all lines").atMost(LONG).until(() -> Files.readString(began).contains("memory:"));
            assertThat(Files.readString(began)).contains("memory:/" + cgroups.path() + "/container_");
            assertThat(nodeManager.process().isAlive()).isTrue();
            resourceManager.rest().kill(application);
        }
    }

    @Test
    void anEvictionIsStillOneWhenTheNodeManagerDiesInIt() throws IOException {
        cgroups.makeTier();
        NodeManagerOptions options = options()
                .recovery(true)
                // Long enough that it still runs when the NodeManager is back.
                .property("yarn.nodemanager.sleep-delay-before-sigkill.ms", "60000");
        try (NodeManagerProcess nodeManager = NodeManagerProcess.start(resourceManager, options)) {
            String application = resourceManager.rest().submit("evicted", STUBBORN, MEGABYTES, 1);
            await("its process")
                    .atMost(LONG)
                    .until(() -> copilot.containers().stream()
                            .anyMatch(container -> container.path("pid").isNumber()));
            JsonNode victim = copilot.containers().get(0);
            String id = victim.path("id").asText();

            copilot.evict(List.of(id), "memory of the node", false);
            nodeManager.crash();
            nodeManager.restart();
            await("the recovered container")
                    .atMost(LONG)
                    .until(() -> copilot.containers().stream()
                            .anyMatch(container -> container.path("id").asText().equals(id)
                                    && container.path("ending").asBoolean()));
            // With the shell that would write its exit status down.
            Files.readAllLines(cgroups.containers("memory").resolve(id).resolve("cgroup.procs")).stream()
                    .map(Long::valueOf)
                    .map(ProcessHandle::of)
                    .forEach(process -> process.ifPresent(ProcessHandle::destroyForcibly));

            awaitPreempted(application);
        }
    }

    /** The ResourceManager allows these applications one master: they end with it. */
    private void awaitPreempted(String application) {
        await("the end of the master")
                .atMost(LONG)
                .until(() -> resourceManager.rest().app(application).ended());
        assertThat(resourceManager.rest().app(application).diagnostics()).contains("exitCode: -102");
        assertThat(resourceManager.rest().app(application).preemptedMasters()).isEqualTo(1);
    }
}
