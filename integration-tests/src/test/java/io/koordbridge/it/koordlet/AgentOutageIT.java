package io.koordbridge.it.koordlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.api.slo.NodeSLO;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.it.manager.ManagerCluster;
import io.koordbridge.lab.kube.Edits;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.testkit.await.PatientAwaits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent follows a real API server, goes on without it, and follows it again. */
class AgentOutageIT {
    private static final String NODE = "worker";
    private static final String NAMESPACE = "jobs";
    private static final String UNLIMITED = "2";
    private static final String HALF_A_CORE = "512";
    private static RealControlPlane controlPlane;

    @TempDir
    private Path temp;

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlaneGate.start(RealControlPlane.Options.apiServerOnly());
        new ManagerCluster(controlPlane);
        controlPlane.createNamespace(NAMESPACE);
        for (String node : List.of(NODE, "other")) {
            controlPlane.createNode(node, Map.of("cpu", "8", "memory", "16Gi", "pods", "110"));
        }
        NodeMetric metric = new NodeMetric();
        metric.getMetadata().setName(NODE);
        metric.setSpec(new NodeMetricSpec(null));
        controlPlane.client().resource(metric).create();
    }

    /** The next test counts pods. */
    @AfterEach
    void deletePods() {
        controlPlane.client().pods().inNamespace(NAMESPACE).withGracePeriod(0).delete();
    }

    @AfterAll
    static void stop() {
        if (controlPlane != null) {
            controlPlane.close();
        }
    }

    private static ConditionFactory soon() {
        return await().atMost(PatientAwaits.PATIENCE).ignoreExceptionsInstanceOf(IOException.class);
    }

    private static Pod batchPod(String name, String node, String... containerIds) {
        Map<String, Quantity> batch =
                Map.of(ResourceNames.BATCH_CPU, new Quantity("500"), ResourceNames.BATCH_MEMORY, new Quantity("64Mi"));
        List<String> ids = List.of(containerIds);
        KubernetesClient client = controlPlane.client();
        Pod pod = client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(NAMESPACE)
                        .addToLabels(Labels.POD_QOS_CLASS, "BE")
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName(node)
                        .withContainers(ids.stream()
                                .map(id -> new ContainerBuilder()
                                        .withName("of-" + id)
                                        .withImage("example.invalid/none")
                                        .withNewResources()
                                        .withRequests(batch)
                                        .withLimits(batch)
                                        .endResources()
                                        .build())
                                .toList())
                        .endSpec()
                        .build())
                .create();
        return Edits.editStatus(
                client.resource(pod),
                created -> new PodBuilder(created)
                        .editOrNewStatus()
                        .withPhase("Running")
                        .withContainerStatuses(ids.stream()
                                .map(id -> new ContainerStatusBuilder()
                                        .withName("of-" + id)
                                        .withContainerID("containerd://" + id)
                                        .withImage("none")
                                        .withImageID("none")
                                        .withReady(true)
                                        .withRestartCount(0)
                                        .build())
                                .toList())
                        .endStatus()
                        .build());
    }

    private static void assertFollows(AgentProcess agent, int pods) throws IOException, InterruptedException {
        assertThat(agent.health().body())
                .contains("\"healthy\":true,\"measures\":true,\"connected\":true,\"caches\":{\"healthy\":true}");
        assertThat(agent.state().at("/cluster/pods").asInt()).isEqualTo(pods);
    }

    @Test
    void whatItKnewStaysInForceWithoutTheApiServerAndItSaysSoOnce() throws IOException, InterruptedException {
        Pod pod = batchPod("known", NODE, "c1", "c2");
        batchPod("elsewhere", "other", "c3");
        String group = "kubepods/besteffort/pod" + pod.getMetadata().getUid();
        try (AgentProcess agent = new AgentProcess(controlPlane.kubeconfig(), NODE, temp)) {
            agent.addGroup(group);
            agent.addGroup(group + "/c1");
            soon().untilAsserted(() -> assertFollows(agent, 1));
            soon().untilAsserted(() ->
                    assertThat(agent.cpuShares(group + "/c1")).as("by its id").isEqualTo(HALF_A_CORE));

            controlPlane.stopApiServer();
            soon().untilAsserted(() -> assertThat(agent.log("watch failed, keeping cached objects"))
                    .hasSize(5));

            assertThat(agent.health().body())
                    .as("the agent does its work, and says what it does without")
                    .contains("\"healthy\":true,\"measures\":true,\"connected\":false,\"caches\":{\"healthy\":false")
                    .contains("\"message\":\"nodes, pods, nodeslos, nodemetrics are not watched now\"");
            assertThat(agent.health().statusCode()).isEqualTo(200);
            agent.addGroup(group + "/c2");
            assertThat(agent.cpuShares(group + "/c2")).isIn(UNLIMITED, HALF_A_CORE);
            soon().untilAsserted(() -> assertThat(agent.cpuShares(group + "/c2"))
                    .as("a group that appeared without the API server")
                    .isEqualTo(HALF_A_CORE));

            controlPlane.startApiServer();
            batchPod("new", NODE, "c4");

            soon().untilAsserted(() -> assertFollows(agent, 2));
            // A server that is not ready yet may begin watches and end them: each kind then says both once more.
            soon().untilAsserted(() -> assertThat(agent.log("followed again"))
                    .hasSameSizeAs(agent.log("watch failed, keeping"))
                    .hasSizeGreaterThanOrEqualTo(5));
            assertThat(agent.log("\tat ")).as("traces").isEmpty();
        }
    }

    @Test
    void aStartWithoutTheApiServerEnforcesWhatWasKnown() throws IOException, InterruptedException {
        NodeSLO slo = new NodeSLO();
        slo.getMetadata().setName(NODE);
        slo.setSpec(Serialization.unmarshal(
                "resourceUsedThresholdWithBE: {enable: true, cpuSuppressThresholdPercent: 1, cpuSuppressPolicy: cfsQuota}",
                NodeSloSpec.class));
        controlPlane.client().resource(slo).create();
        Pod pod = batchPod("remembered", NODE, "c9");
        String uid = pod.getMetadata().getUid();
        String group = "kubepods/besteffort/pod" + uid;
        Path kept = temp.resolve("audit/last-known.json");
        try (AgentProcess agent = new AgentProcess(controlPlane.kubeconfig(), NODE, temp)) {
            soon().until(() -> Files.exists(kept) && Files.readString(kept).contains(uid));
            assertThat(agent.state().at("/cluster/nodeSlo").asBoolean()).isTrue();
        }

        controlPlane.stopApiServer();
        try (AgentProcess agent = new AgentProcess(controlPlane.kubeconfig(), NODE, temp)) {
            soon().until(() -> agent.health().statusCode() == 200);
            agent.addGroup(group);
            agent.addGroup(group + "/c9");
            soon().untilAsserted(() -> {
                assertThat(agent.quota("kubepods/besteffort")).isNotEqualTo("-1");
                assertThat(agent.cpuShares(group + "/c9")).isEqualTo(HALF_A_CORE);
            });
            assertThat(agent.health().body()).contains("\"connected\":false");
        } finally {
            controlPlane.startApiServer();
        }
    }
}
