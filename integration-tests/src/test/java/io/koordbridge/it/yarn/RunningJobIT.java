package io.koordbridge.it.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.lab.hadoop.YarnApp;
import io.koordbridge.lab.hadoop.YarnNode;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Placement, eviction, shrink and grow under one running job, in this order; at the end the job must have succeeded. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("long")
@Tag("versions-spark")
class RunningJobIT {
    private static final Duration LONG = Duration.ofMinutes(3);
    private static final Duration NOBODY_IS_KILLED = Duration.ofSeconds(2_000_000);
    /** Longer than a loaded machine needs to look at the node before its containers are killed. */
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private static final String TASK = "TASK";
    private static final String MASTER = "APPLICATION_MASTER";

    @TempDir
    static Path sockets;

    private static JobScene scene;

    @BeforeAll
    static void startTheJob() throws IOException {
        scene = JobScene.start("running-job", sockets);
        awaitExecutors(JobScene.EXECUTORS);
    }

    @AfterAll
    static void stop() {
        if (scene != null) {
            scene.close();
        }
    }

    @Test
    @Order(1)
    void everyProcessOfAContainerIsInItsGroupFromTheFirstOne() throws IOException {
        Prerequisite.require(TestCgroups.writable(), "no writable control groups version 1 below " + TestCgroups.ROOT);
        assertThat(scene.copilot().health())
                .as("one user runs everything here")
                .startsWith("ok; note: containers that run as the NodeManager's user");

        await("wrapper, shell and JVM of every container")
                .atMost(LONG)
                .until(() -> groupsOfContainerProcesses().size() >= 3 * (JobScene.EXECUTORS + 1));
        assertThat(groupsOfContainerProcesses()).allSatisfy(groups -> {
            for (String controller : TestCgroups.CONTROLLERS) {
                assertThat(groups).contains(controller + ":/" + scene.cgroups().path() + "/container_");
            }
        });
    }

    @Test
    @Order(2)
    void containersHaveTheirLimitsAndTheirUsageIsMeasured() throws IOException {
        Prerequisite.require(TestCgroups.writable(), "no writable control groups version 1 below " + TestCgroups.ROOT);

        // CPU use is the difference of two readings.
        await().atMost(LONG)
                .until(() -> scene.copilot().containers().stream()
                        .allMatch(container ->
                                container.path("usage").path("cpuMilli").isNumber()));
        for (JsonNode container : scene.copilot().containers()) {
            Path memory = Path.of(container.path("cgroup").path("memory").asText());
            Path cpu = Path.of(container.path("cgroup").path("cpu").asText());
            assertThat(memory.getParent()).isEqualTo(scene.cgroups().containers("memory"));
            assertThat(memory.resolve("memory.limit_in_bytes"))
                    .hasContent(Long.toString((long) JobScene.CONTAINER_MEGABYTES << 20));
            assertThat(cpu.resolve("cpu.shares")).hasContent("1024");
            assertThat(container.path("usage").path("memoryBytes").asLong()).isBetween(1L << 20, 768L << 20);
        }
    }

    @Test
    @Order(3)
    void anEvictedExecutorIsTakenAsPreemptionAndReplaced() throws IOException {
        String victim = scene.running(TASK).get(0).path("id").asText();

        JsonNode answer = scene.copilot().evict(List.of(victim, "container_1_0001_01_000009"), "node memory", true);

        assertThat(answer.path("evicted").toString()).isEqualTo("[\"" + victim + "\"]");
        assertThat(answer.path("notFound").size()).isEqualTo(1);
        // Spark writes this for exit status -102 only.
        await().atMost(LONG).until(() -> scene.masterLog().contains(victim + " on host: localhost was preempted"));
        awaitExecutors(JobScene.EXECUTORS);
        assertThat(ids(scene.running(TASK))).doesNotContain(victim);
        assertNoMasterWasLost();
    }

    @Test
    @Order(4)
    void evictsAnExecutorThatOutlivedItsNodeManager() throws IOException {
        Set<String> before = ids(scene.running(TASK));
        scene.nodeManager().crash();
        scene.nodeManager().restart();

        await().atMost(LONG).until(() -> ids(scene.running(TASK)).equals(before));
        assertThat(scene.copilot().containers())
                .allMatch(container -> container.path("recovered").asBoolean());
        String victim = before.iterator().next();
        scene.copilot().evict(List.of(victim), "node memory", false);

        await().atMost(LONG).until(() -> scene.masterLog().contains(victim + " on host: localhost was preempted"));
        awaitExecutors(JobScene.EXECUTORS);
        assertNoMasterWasLost();
    }

    @Test
    @Order(5)
    void aShrinkDrainsAtItsDeadlineAndSparesTheMaster() throws Exception {
        String master = scene.running(MASTER).get(0).path("id").asText();
        Instant asked = Instant.now();

        capacity().set(2, 2048, DEADLINE);

        await().atMost(LONG).until(() -> scene.nodeManager().rest().info().capacityVcores() == 2);
        assertThat(node().usedVcores()).isEqualTo(4);
        await().atMost(LONG).pollInterval(Duration.ofMillis(100)).until(() -> node().usedVcores() <= 2);
        assertThat(Duration.between(asked, Instant.now())).isGreaterThanOrEqualTo(DEADLINE);
        await().atMost(LONG).until(() -> scene.copilot().containers().size() == 2);
        assertThat(ids(scene.running(MASTER))).containsExactly(master);
        assertNoMasterWasLost();
    }

    @Test
    @Order(6)
    void aGrowIsUsedAtOnce() throws Exception {
        capacity().set(4, 4096, NOBODY_IS_KILLED);

        await().atMost(LONG).until(() -> node().usedVcores() == 4);
        awaitExecutors(JobScene.EXECUTORS);
        JsonNode told = scene.copilot().get("/v2/node").path("capacity");
        assertThat(told.toString()).isEqualTo("{\"vcores\":4,\"memoryMB\":4096}");
        assertNoMasterWasLost();
    }

    @Test
    @Order(7)
    void theJobSucceedsWithTheRightResultAndLeavesNothing() throws IOException {
        scene.letTheJobEnd();

        await().atMost(LONG).until(() -> scene.job().status().ended());
        YarnApp status = scene.job().status();
        assertThat(status.succeeded()).as(status.diagnostics()).isTrue();
        assertNoMasterWasLost();
        assertThat(scene.result()).matches("pi=3\\.14\\d+ hits=\\d+ samples=\\d+0000000\n");
        for (String controller : TestCgroups.CONTROLLERS) {
            Path groups = scene.cgroups().containers(controller);
            await("empty " + groups).atMost(LONG).until(() -> children(groups).isEmpty());
        }
    }

    private static void awaitExecutors(int count) {
        await("executors").atMost(LONG).until(() -> {
            if (scene.job().status().ended()) {
                throw new IllegalStateException("job has ended: " + scene.job().status());
            }
            // A container is RUNNING before its process has written its pid: a NodeManager that dies in between cannot
            // find it again.
            List<JsonNode> executors = scene.running(TASK);
            return executors.size() == count
                    && executors.stream()
                            .allMatch(executor -> executor.path("pid").isNumber())
                    && scene.job().progress().stream().anyMatch(progress -> progress.activeExecutors() == count);
        });
    }

    private static void assertNoMasterWasLost() {
        assertThat(scene.job().masterAttempts()).isEqualTo(1);
        assertThat(scene.job().status().preemptedMasters()).isZero();
    }

    private static NodeCapacity capacity() throws IOException {
        return new NodeCapacity(scene.resourceManager(), scene.nodeManager().nodeId());
    }

    private static YarnNode node() {
        return scene.resourceManager().rest().node(scene.nodeManager().nodeId()).orElseThrow();
    }

    private static List<String> groupsOfContainerProcesses() {
        return scene.nodeManager().process().descendants().stream()
                .filter(process -> proc(process, "cmdline").contains("/default_container_executor.sh"))
                .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
                .map(process -> proc(process, "cgroup"))
                .filter(groups -> !groups.isEmpty())
                .toList();
    }

    private static String proc(ProcessHandle process, String file) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid(), file));
        } catch (IOException e) {
            // Short commands of NodeManager and launch scripts come and go.
            return "";
        }
    }

    private static Set<String> ids(List<JsonNode> containers) {
        return containers.stream()
                .map(container -> container.path("id").asText())
                .collect(Collectors.toSet());
    }

    private static List<Path> children(Path groups) throws IOException {
        if (!Files.isDirectory(groups)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(groups)) {
            return entries.filter(Files::isDirectory).toList();
        }
    }
}
