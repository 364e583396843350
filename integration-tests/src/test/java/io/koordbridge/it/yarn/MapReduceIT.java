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
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A MapReduce job on a NodeManager with the plugin beside the shuffle: placement, eviction, a shrink, and the right result. */
@Tag("versions-mapreduce")
class MapReduceIT {
    private static final Duration LONG = Duration.ofMinutes(3);
    private static final Duration DRAIN = Duration.ofSeconds(1);
    private static final Duration FAR_DEADLINE = Duration.ofMinutes(10);
    private static final Duration NOBODY_IS_KILLED = Duration.ofSeconds(2_000_000);
    /** What the NodeManager has beside its own jars in a release of Hadoop. */
    private static final Pattern SHUFFLE = Pattern.compile("/(hadoop-mapreduce-client|netty)-[^/]*$");

    private static final String POLICIES = "org.apache.hadoop.mapreduce.v2.app.rm.preemption.";
    private static final String TASK = "TASK";
    private static final String MASTER = "APPLICATION_MASTER";

    @TempDir
    private Path directory;

    @TempDir
    private Path sockets;

    private PluginOptions plugin;
    private CopilotClient copilot;

    @Test
    void evictedAndDrainedTasksDoNotCountAsFailedAndTheMasterStays() throws Exception {
        HadoopRuntime hadoop = withShuffle();
        try (TestCgroups cgroups = new TestCgroups()) {
            useThePlugin(cgroups);
            try (ResourceManagerProcess resourceManager =
                            ResourceManagerProcess.launch(ResourceManagerOptions.of(hadoop, directory.resolve("rm")));
                    NodeManagerProcess nodeManager = startNodeManager(resourceManager, hadoop);
                    WordCount job = WordCount.submit(resourceManager, directory.resolve("job"))) {
                await("map tasks").atMost(LONG).until(() -> running(job, TASK).size() >= 2);
                requirePlaced(cgroups);
                evictOne(job);
                shrinkAndGrow(job, new NodeCapacity(resourceManager, nodeManager.nodeId()));

                requireRightResult(job);
            }
        }
    }

    /** What the master does with the message that it gets when a shrink begins; the deadline is longer than the test waits. */
    @ParameterizedTest
    @CsvSource({"NoopAMPreemptionPolicy, false", "KillAMPreemptionPolicy, true", "CheckpointAMPreemptionPolicy, false"})
    void onlyTheKillingPolicyEndsMapTasksBeforeTheDeadline(String policy, boolean killed) throws Exception {
        HadoopRuntime hadoop = withShuffle();
        plugin = PluginOptions.of(ProjectLayout.find().jar("copilot-nodemanager-plugin"), sockets);
        copilot = new CopilotClient(plugin.socket());
        Map<String, String> settings = Map.of("yarn.app.mapreduce.am.preemption.policy", POLICIES + policy);
        try (ResourceManagerProcess resourceManager =
                        ResourceManagerProcess.launch(ResourceManagerOptions.of(hadoop, directory.resolve("rm")));
                NodeManagerProcess nodeManager = startNodeManager(resourceManager, hadoop);
                WordCount job = WordCount.submit(resourceManager, directory.resolve("job"), settings)) {
            await("map tasks").atMost(LONG).until(() -> running(job, TASK).size() >= 3);
            NodeCapacity capacity = new NodeCapacity(resourceManager, nodeManager.nodeId());
            String master = running(job, MASTER).get(0);

            capacity.set(2, 2 * WordCount.CONTAINER_MEGABYTES, FAR_DEADLINE);

            await("room").atMost(LONG).until(() -> copilot.containers().size() <= 2);
            assertThat(running(job, MASTER)).containsExactly(master);
            await("what its web server says").atMost(LONG).until(() -> killed ? killed(job) > 0 : killed(job) == 0);
            assertThat(job.number("failedMapAttempts")).isZero();
            capacity.set(4, 4096, NOBODY_IS_KILLED);
            requireRightResult(job);
        }
    }

    private static void requireRightResult(WordCount job) throws IOException {
        await("the end of the job").atMost(LONG).until(() -> job.status().ended());

        assertThat(job.status().succeeded()).as(job.status().diagnostics()).isTrue();
        assertThat(job.result()).isEqualTo(WordCount.expected());
        assertThat(job.masterAttempts()).isEqualTo(1);
        assertThat(job.status().preemptedMasters()).isZero();
    }

    private NodeManagerProcess startNodeManager(ResourceManagerProcess resourceManager, HadoopRuntime hadoop) {
        return NodeManagerProcess.start(
                resourceManager,
                NodeManagerOptions.of(hadoop, directory.resolve("nm"))
                        .plugin(plugin)
                        .property("yarn.nodemanager.aux-services", "copilot,mapreduce_shuffle")
                        .property(
                                "yarn.nodemanager.aux-services.mapreduce_shuffle.class",
                                "org.apache.hadoop.mapred.ShuffleHandler")
                        .property("mapreduce.shuffle.port", "0"));
    }

    private void useThePlugin(TestCgroups cgroups) throws IOException {
        plugin = PluginOptions.of(ProjectLayout.find().jar("copilot-nodemanager-plugin"), sockets);
        if (TestCgroups.writable()) {
            cgroups.makeTier();
            plugin = plugin.cgroup(TestCgroups.ROOT, cgroups.path());
        }
        copilot = new CopilotClient(plugin.socket());
    }

    /** The daemons of Hadoop 3.4, with the shuffle handler of the same release. */
    private static HadoopRuntime withShuffle() {
        ProjectLayout layout = ProjectLayout.find();
        HadoopRuntime hadoop = HadoopRuntime.hadoop34(layout);
        List<String> classPath = new ArrayList<>(hadoop.classPath());
        layout.runtimeClassPath(WordCount.RUNTIME).stream()
                .filter(jar -> SHUFFLE.matcher(jar).find())
                .forEach(classPath::add);
        return new HadoopRuntime(hadoop.release(), classPath, hadoop.jvmArguments());
    }

    /** A container is in its groups before it has a process, which is later than {@code RUNNING}. */
    private void requirePlaced(TestCgroups cgroups) {
        if (TestCgroups.writable()) {
            List<JsonNode> begun = await("processes of the master and of map tasks")
                    .atMost(LONG)
                    .until(this::withProcess, containers -> containers.size() >= 3);
            for (JsonNode container : begun) {
                Path memory = Path.of(container.path("cgroup").path("memory").asText());
                assertThat(memory.getParent()).isEqualTo(cgroups.containers("memory"));
                assertThat(memory.resolve("memory.limit_in_bytes"))
                        .hasContent(Long.toString((long) WordCount.CONTAINER_MEGABYTES << 20));
            }
        }
    }

    private List<JsonNode> withProcess() throws IOException {
        return copilot.containers().stream()
                .filter(container -> container.path("pid").isNumber())
                .toList();
    }

    private void evictOne(WordCount job) throws IOException {
        String victim = running(job, TASK).get(0);

        JsonNode answer = copilot.evict(List.of(victim), "node memory", true);

        assertThat(answer.path("evicted").toString()).isEqualTo("[\"" + victim + "\"]");
        await("an attempt that was killed").atMost(LONG).until(() -> killed(job) >= 1);
        assertThat(job.number("failedMapAttempts")).isZero();
    }

    private void shrinkAndGrow(WordCount job, NodeCapacity capacity) throws Exception {
        await("map tasks").atMost(LONG).until(() -> running(job, TASK).size() >= 2);
        int before = killed(job);
        String master = running(job, MASTER).get(0);

        capacity.set(2, 2 * WordCount.CONTAINER_MEGABYTES, DRAIN);

        await("drained").atMost(LONG).until(() -> copilot.containers().size() <= 2);
        assertThat(running(job, MASTER)).containsExactly(master);
        await("attempts that were killed").atMost(LONG).until(() -> killed(job) > before);
        assertThat(job.number("failedMapAttempts")).isZero();
        capacity.set(4, 4096, NOBODY_IS_KILLED);
    }

    private static int killed(WordCount job) {
        if (job.status().ended()) {
            throw new IllegalStateException("job has ended: " + job.status());
        }
        return job.number("killedMapAttempts");
    }

    private List<String> running(WordCount job, String type) throws IOException {
        if (job.status().ended()) {
            throw new IllegalStateException("job has ended: " + job.status());
        }
        return copilot.containers().stream()
                .filter(container -> container.path("state").asText().equals("RUNNING"))
                .filter(container -> !container.path("ending").asBoolean())
                .filter(container -> container.path("containerType").asText().equals(type))
                .map(container -> container.path("id").asText())
                .toList();
    }
}
