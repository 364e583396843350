package io.koordbridge.it.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.it.koordlet.AgentProcess;
import io.koordbridge.it.manager.ManagerCluster;
import io.koordbridge.lab.kube.Edits;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.testkit.await.PatientAwaits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent describes this machine on a real API server, and the scheduler gives out its CPUs. */
class NodeTopologyIT {
    private static final String NODE = "worker";
    private static final Duration ROUND = Duration.ofSeconds(4);
    private static final Duration THREE_ROUNDS = Duration.ofSeconds(10);

    @TempDir
    private static Path ofExtender;

    @TempDir
    private Path temp;

    private static RealControlPlane controlPlane;
    private static ExtenderProcess extender;

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlaneGate.share();
        new ManagerCluster(controlPlane);
        controlPlane.createNode(NODE, Map.of("cpu", "8", "memory", "16Gi", "pods", "110"));
        extender = new ExtenderProcess(controlPlane.kubeconfig(), ofExtender);
        extender.start();
    }

    @AfterAll
    static void stop() {
        if (extender != null) {
            extender.close();
        }
    }

    @Test
    void describesTheMachineOnceAndTheSchedulerReadsIt() throws IOException {
        Path kubelet = Files.createDirectories(temp.resolve("kubelet"));
        Files.writeString(kubelet.resolve("config.yaml"), "cpuManagerPolicy: none\ntopologyManagerPolicy: none\n");
        CpuSet all = cpusOfThisMachine();
        String written;
        try (AgentProcess agent = new AgentProcess(controlPlane.kubeconfig(), NODE, temp)) {
            await().atMost(PatientAwaits.PATIENCE)
                    .untilAsserted(() ->
                            assertThat(topology().path("freeCpus").asText()).isEqualTo(all.format()));
            assertThat(topology().path("free").properties()).isNotEmpty();
            written = settledVersion();
            assertThat(agent).isNotNull();
        }
        try (AgentProcess again = new AgentProcess(controlPlane.kubeconfig(), NODE, temp)) {
            assertStays(written);
            assertThat(again).isNotNull();
            CpuSet first = CpuSet.ofNumbers(all.cpus().first());

            Edits.edit(controlPlane.client().nodes().withName(NODE), node -> {
                node.getMetadata()
                        .setAnnotations(
                                Map.of(Annotations.NODE_RESERVATION, "{\"reservedCPUs\":\"" + first.format() + "\"}"));
                return node;
            });

            await().atMost(PatientAwaits.PATIENCE)
                    .untilAsserted(() -> assertThat(topology().path("freeCpus").asText())
                            .isEqualTo(all.minus(first).format()));
        }
    }

    private static JsonNode topology() {
        return extender.view("/nodes/" + NODE).path("topology");
    }

    /** After a round without a write: on a busy machine the first one may come before the agent has all that it reads. */
    private static String settledVersion() {
        AtomicReference<String> last = new AtomicReference<>("");
        await().during(ROUND).atMost(PatientAwaits.PATIENCE).until(() -> {
            String now = version();
            return now.equals(last.getAndSet(now));
        });
        return last.get();
    }

    private static void assertStays(String version) {
        await().during(THREE_ROUNDS)
                .atMost(PatientAwaits.PATIENCE.plus(THREE_ROUNDS))
                .untilAsserted(() -> assertThat(version()).isEqualTo(version));
    }

    private static String version() {
        return controlPlane
                .client()
                .resources(NodeResourceTopology.class)
                .withName(NODE)
                .get()
                .getMetadata()
                .getResourceVersion();
    }

    private static CpuSet cpusOfThisMachine() throws IOException {
        try (Stream<Path> cpus = Files.list(Path.of("/sys/devices/system/cpu"))) {
            List<Integer> numbers = cpus.filter(cpu -> Files.isDirectory(cpu.resolve("topology")))
                    .map(cpu -> Integer.valueOf(cpu.getFileName().toString().substring("cpu".length())))
                    .toList();
            return CpuSet.of(numbers);
        }
    }
}
