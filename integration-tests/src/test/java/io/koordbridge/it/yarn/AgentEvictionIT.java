package io.koordbridge.it.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.slo.NodeSLO;
import io.koordbridge.it.chart.Executables;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.it.koordlet.PretendedUse;
import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.FreePorts;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The agent evicts a container of a running job by the plugin of a real NodeManager, which has no unix socket, as on Java 8 to 15: it is reached
 * over loopback with its token. How much memory the node uses is pretended, what the containers use is measured.
 */
@Tag("long")
class AgentEvictionIT {
    private static final Duration LONG = Duration.ofMinutes(3);
    private static final String NODE = "yarn-node";
    private static final long CAPACITY = 8L << 30;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path temp;

    private final HttpClient http = HttpClient.newHttpClient();
    private final int port = FreePorts.find(1).get(0);

    @Test
    void aTaskIsEvictedOverLoopbackAndTheJobSucceeds() throws Exception {
        Prerequisite.require(TestCgroups.writable(), "no writable control groups version 1 below " + TestCgroups.ROOT);
        RealControlPlane controlPlane = ControlPlaneGate.share();
        KubernetesClient client = controlPlane.client();
        define(client);
        controlPlane.createNode(NODE, Map.of("cpu", "8", "memory", "8Gi", "pods", "110"));
        Path sockets = Files.createDirectory(temp.resolve("s"));
        try (JobScene scene =
                        JobScene.start("agent-eviction", sockets, Map.of("koordbridge.copilot.transport", "tcp"));
                PretendedUse use = new PretendedUse(temp.resolve("proc"), CAPACITY)) {
            awaitExecutors(scene);
            assertThat(sockets.resolve("yarn-copilot.sock")).doesNotExist();
            try (ChildProcess agent = agent(controlPlane, scene, use, sockets)) {
                await("usage of every container")
                        .atMost(LONG)
                        .ignoreExceptions()
                        .until(this::measuresAllContainers);
                assertThat(state().at("/yarn/socket").asText()).endsWith("yarn-copilot.sock.token");

                use.memoryPercent(70.5);

                await("preemption in the master's log")
                        .atMost(LONG)
                        .until(() -> scene.masterLog().contains("was preempted"));
                use.memoryPercent(40);
                await("the annotation")
                        .atMost(LONG)
                        .until(() -> yarnEvicted(client).path("memoryBytes").asLong() > 0);
                agent.requireAlive();
            }
            awaitExecutors(scene);
            assertThat(scene.job().masterAttempts()).isEqualTo(1);
            scene.letTheJobEnd();
            await("the end of the job")
                    .atMost(LONG)
                    .until(() -> scene.job().status().ended());
            assertThat(scene.job().status().succeeded())
                    .as(scene.job().status().diagnostics())
                    .isTrue();
        }
    }

    private static void define(KubernetesClient client) throws IOException {
        ChartDefinitions.install(client);
        NodeSLO slo = Serialization.unmarshal("""
            apiVersion: slo.koordinator.sh/v1alpha1
            kind: NodeSLO
            metadata: {name: %s}
            spec: {resourceUsedThresholdWithBE: {enable: true, memoryEvictThresholdPercent: 70, memoryEvictLowerPercent: 69}}
            """.formatted(NODE), NodeSLO.class);
        await("the definition of NodeSLO").atMost(LONG).ignoreExceptions().until(() -> {
            client.resource(slo).createOr(NonDeletingOperation::update);
            return true;
        });
    }

    private ChildProcess agent(RealControlPlane controlPlane, JobScene scene, PretendedUse use, Path sockets)
            throws IOException {
        Path config = Files.writeString(temp.resolve("koordlet.yaml"), """
            audit: {directory: %1$s/audit}
            yarn: {socketDirectory: %2$s, pollSeconds: 1}
            tier: {driver: cgroupfs}
            kubernetes: {kubelet: {directory: %1$s/kubelet}}
            featureGates: {BEMemoryEvict: true}
            """.formatted(temp, sockets));
        return Executables.command("koordlet", "koordlet-agent", "io.koordbridge.koordlet.app.KoordletMain")
                .arguments(List.of(
                        "--config=" + config,
                        "--kubeconfig=" + controlPlane.kubeconfig(),
                        "--node-name=" + NODE,
                        "--cgroup-root=" + scene.cgroups().rootIn(temp),
                        "--proc-root=" + use.directory(),
                        "--admin-port=" + port))
                .start(temp, temp.resolve("koordlet.log"));
    }

    private static void awaitExecutors(JobScene scene) {
        await("executors").atMost(LONG).until(() -> {
            if (scene.job().status().ended()) {
                throw new IllegalStateException("job has ended: " + scene.job().status());
            }
            return scene.job().progress().stream().anyMatch(one -> one.activeExecutors() == JobScene.EXECUTORS);
        });
    }

    private JsonNode state() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/state"))
                .timeout(LONG)
                .build();
        return JSON.readTree(
                http.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }

    /** By the agent itself, from the containers' own groups. */
    private boolean measuresAllContainers() throws IOException, InterruptedException {
        JsonNode containers = state().at("/yarn/usageByContainer");
        int measured = 0;
        for (JsonNode container : containers) {
            boolean known = container.path("usageMilliCpu").isNumber()
                    && container.path("usageBytes").asLong() > (1 << 20);
            measured += known ? 1 : 0;
        }
        return measured == JobScene.EXECUTORS + 1;
    }

    private static JsonNode yarnEvicted(KubernetesClient client) throws IOException {
        String text = client.nodes()
                .withName(NODE)
                .get()
                .getMetadata()
                .getAnnotations()
                .get(Annotations.NODE_YARN_EVICTED);
        return JSON.readTree(text == null ? "{}" : text);
    }
}
