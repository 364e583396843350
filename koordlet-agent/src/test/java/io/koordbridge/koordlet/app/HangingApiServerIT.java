package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.slo.NodeSLO;
import io.koordbridge.koordlet.yarn.StandInPlugin;
import io.koordbridge.protocol.Labels;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Memory becomes short while the API server takes requests and answers none: what can be ended on the node itself is ended. */
@Tag("long")
class HangingApiServerIT {

    private static final Logger LOG = LoggerFactory.getLogger(HangingApiServerIT.class);
    /** Default of requestTimeoutSeconds: who waits for one call of the API server takes longer. */
    private static final Duration API_CALL = Duration.ofSeconds(10);

    private static final String MASTER = "container_3";
    private static final Duration HANGS_FOR = Duration.ofSeconds(20);

    @TempDir
    private Path temp;

    private FakeCluster cluster;
    private StallingProxy proxy;
    private SimulatedMachine machine;
    private StandInPlugin plugin;
    private KoordletProcess agent;

    @BeforeEach
    void start() throws IOException {
        cluster = new FakeCluster();
        proxy = new StallingProxy(URI.create(cluster.url()).getPort());
        cluster.createNode(SimulatedMachine.CPUS, "16Gi");
        cluster.createNodeMetric(60, 5);
        cluster.client()
                .resource(Serialization.unmarshal("""
                        apiVersion: slo.koordinator.sh/v1alpha1
                        kind: NodeSLO
                        metadata: {name: %s}
                        spec: {resourceUsedThresholdWithBE: {enable: true, memoryEvictThresholdPercent: 70}}
                        """.formatted(FakeCluster.NODE), NodeSLO.class))
                .create();
        for (String name : List.of("batch-0", "batch-1", "batch-2")) {
            createPod(name);
        }
        machine = new SimulatedMachine(temp.resolve("machine"));
        plugin = new StandInPlugin(Files.createDirectories(temp.resolve("yarn")).resolve("plugin.sock"));
        runs("container_1", "container_2");
        plugin.answers("/v2/evict", 200, """
            {"evicted":["container_1","container_2","container_4"],"freed":{},"notFound":[],"alreadyEnding":[]}""");
        Path config = Files.writeString(temp.resolve("koordlet.yaml"), """
                audit: {directory: %1$s/audit}
                yarn: {socketDirectory: %1$s/yarn, pollSeconds: 1}
                tier: {driver: cgroupfs}
                featureGates: {BEMemoryEvict: true}
                """.formatted(temp));
        agent = KoordletProcess.start(
                temp,
                List.of(
                        "--config=" + config,
                        "--node-name=" + FakeCluster.NODE,
                        "--api-server=" + proxy.url(),
                        "--cgroup-root=" + machine.cgroups(),
                        "--proc-root=" + machine.proc(),
                        "--sys-root=" + machine.sys()));
    }

    @AfterEach
    void end() {
        proxy.stall(false);
        agent.close();
        plugin.close();
        machine.close();
        proxy.close();
        cluster.close();
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(40)).pollInterval(Duration.ofMillis(20));
    }

    /** Its turn is before that of any container of YARN. */
    private void createPod(String name) {
        cluster.client()
                .resource(new PodBuilder()
                        .withNewMetadata()
                        .withNamespace("default")
                        .withName(name)
                        .withUid(name)
                        .addToLabels(Labels.POD_QOS_CLASS, "BE")
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName(FakeCluster.NODE)
                        .withPriority(5000)
                        .addNewContainer()
                        .withName("main")
                        .endContainer()
                        .endSpec()
                        .withNewStatus()
                        .withPhase("Running")
                        .withQosClass("BestEffort")
                        .endStatus()
                        .build())
                .create();
    }

    private void runs(String... ids) {
        List<String> containers = List.of(ids).stream()
                .map(id -> "{\"id\":\"%s\",\"state\":\"RUNNING\",%s\"usage\":{\"memoryBytes\":2147483648}}"
                        .formatted(id, id.equals(MASTER) ? "\"containerType\":\"APPLICATION_MASTER\"," : ""))
                .toList();
        plugin.isWell(
                "{\"nodeId\":\"nm-1:8041\",\"capacity\":{\"vcores\":4,\"memoryMB\":4096}}",
                "{\"containers\":[" + String.join(",", containers) + "]}");
    }

    private boolean wasEnded(String id) {
        return plugin.requests().stream()
                .anyMatch(request -> request.contains("/v2/evict")
                        && request.contains("\"dryRun\":false")
                        && request.contains("[\"" + id + "\"]"));
    }

    @Test
    void aTaskOfYarnGoesInTimeWhileTheApiServerHangs() throws IOException {
        soon().until(() -> agent.state().at("/cluster/pods").asInt() == 3
                && agent.state().at("/yarn/containers").asInt() == 2
                && agent.state().at("/strategies/memory-evict").toString().contains("enough"));
        assertThat(plugin.requests()).noneMatch(request -> request.contains("/v2/evict"));

        proxy.stall(true);
        long began = System.nanoTime();
        machine.useMemory(12);
        soon().until(() -> wasEnded("container_1") || wasEnded("container_2"));

        Duration taken = Duration.ofNanos(System.nanoTime() - began);
        LOG.info("memory short to the call for a container: {} ms", taken.toMillis());
        assertThat(taken).as(agent.log()).isLessThan(API_CALL);

        String left = wasEnded("container_1") ? "container_2" : "container_1";
        runs(left);
        soon().until(() -> wasEnded(left));
        // The Node is to be annotated, which waits; the plugin is asked all the same.
        runs(left, MASTER);
        soon().until(() -> agent.state().at("/yarn/containers").asInt() == 2);
        runs("container_4");
        Instant named = Instant.now();
        soon().until(() -> wasEnded("container_4"));
        assertThat(Duration.between(named, Instant.now())).isLessThan(API_CALL);
        await().during(HANGS_FOR.minusNanos(System.nanoTime() - began))
                .atMost(Duration.ofMinutes(1))
                .until(() -> agent.json("/healthcheck").path("healthy").asBoolean());
        assertThat(agent.log()
                        .lines()
                        .filter(line -> line.contains("not evicted"))
                        .count())
                .as("lines about what stays")
                .isLessThan(20);
    }
}
