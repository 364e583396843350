package io.koordbridge.it.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.it.koordlet.AgentProcess;
import io.koordbridge.it.manager.ManagerCluster;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.Labels;
import io.koordbridge.testkit.await.PatientAwaits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The CPUs of this machine, with pods on it that claim all of them by an annotation. No policy of the API server is in force here, so agent and
 * scheduler are on their own, also when they start again.
 */
class TenantCpusIT {
    private static final String NODE = "worker";
    private static final String NAMESPACE = "tenant";
    private static final String CPUS = "{\"cpuset\":\"%s\"}";
    private static final String NUMA = "{\"numaNodeResources\":[{\"node\":0,\"resources\":{\"cpu\":\"%s\"}}]}";

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
        controlPlane.createNamespace(NAMESPACE);
        controlPlane.createNode(NODE, Map.of("cpu", "64", "memory", "16Gi", "pods", "110"));
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
    void stayWhereTheyAreThoughPodsOfTheNodeClaimAllOfThem() throws IOException {
        Path kubelet = Files.createDirectories(temp.resolve("kubelet"));
        Files.writeString(kubelet.resolve("config.yaml"), "cpuManagerPolicy: none\ntopologyManagerPolicy: none\n");
        CpuSet all = cpusOfThisMachine();
        CpuSet given = CpuSet.ofNumbers(all.cpus().first());
        CpuSet free = all.minus(given);
        assertThat(free.isEmpty()).as("one CPU would show nothing").isFalse();
        bound("plain", "", "10m", CPUS.formatted(all.format()));
        bound("latency-sensitive", "LS", "1", CPUS.formatted("0-63"));
        bound("reserved", "LSR", "1", CPUS.formatted("1-63"));
        bound("exclusive", "LSE", "1", CPUS.formatted("1-63"));
        // Numbers that took seconds to read, each time that a status of the pod changed.
        String digits = "9".repeat(250_000);
        for (int i = 0; i < 10; i++) {
            bound("digits-" + i, "LSR", "1", NUMA.formatted(digits));
        }
        bound("honest", "LSR", "1", CPUS.formatted(given.format()));

        try (AgentProcess agent = new AgentProcess(controlPlane.kubeconfig(), NODE, temp)) {
            awaitFree(free);
            assertThat(agent).isNotNull();
        }
        extender.close();
        extender.start();
        try (AgentProcess again = new AgentProcess(controlPlane.kubeconfig(), NODE, temp)) {
            controlPlane
                    .client()
                    .resources(NodeResourceTopology.class)
                    .withName(NODE)
                    .delete();
            awaitFree(free);
            assertThat(again).isNotNull();
        }
    }

    private static void awaitFree(CpuSet free) {
        await("pools of the agent").atMost(PatientAwaits.PATIENCE).untilAsserted(() -> {
            NodeResourceTopology topology = controlPlane
                    .client()
                    .resources(NodeResourceTopology.class)
                    .withName(NODE)
                    .get();
            assertThat(topology).isNotNull();
            assertThat(topology.getMetadata().getAnnotations().get(Annotations.NRT_CPU_SHARED_POOLS))
                    .contains("\"cpuset\":\"" + free.format() + "\"");
        });
        await("free CPUs of the scheduler")
                .atMost(PatientAwaits.PATIENCE)
                .untilAsserted(() -> assertThat(extender.view("/nodes/" + NODE)
                                .at("/topology/freeCpus")
                                .asText())
                        .isEqualTo(free.format()));
    }

    /** As an author of pods makes it, past every scheduler. */
    private static void bound(String name, String qos, String cpu, String status) {
        controlPlane
                .client()
                .resource(new PodBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(NAMESPACE)
                        .withLabels(qos.isEmpty() ? Map.of() : Map.of(Labels.POD_QOS_CLASS, qos))
                        .withAnnotations(Map.of(Annotations.POD_RESOURCE_STATUS, status))
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName(NODE)
                        .addNewContainer()
                        .withName("main")
                        .withImage("example.invalid/none")
                        .withNewResources()
                        .withRequests(Map.of("cpu", new Quantity(cpu)))
                        .endResources()
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
    }

    private static CpuSet cpusOfThisMachine() throws IOException {
        return CpuSet.parse(
                Files.readString(Path.of("/sys/devices/system/cpu/online")).strip());
    }
}
