package io.koordbridge.it.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.protocol.Labels;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a stock kube-scheduler makes of a refusal that names one node for all: nodes that the answer leaves out are unresolvable, the pod
 * says why it waits, and no pod is preempted for it.
 */
class RefusalIT {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final Duration STEADY = Duration.ofSeconds(6);

    @TempDir
    private static Path directory;

    private static RealControlPlane controlPlane;
    private static ExtenderProcess extender;

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlaneGate.share();
        KubernetesClient client = controlPlane.client();
        ChartDefinitions.install(client, ElasticQuota.class);
        controlPlane.createNamespace("koordinator-system");
        client.resource(new PriorityClassBuilder()
                        .withNewMetadata()
                        .withName("refusal-high")
                        .endMetadata()
                        .withValue(1_000)
                        .build())
                .create();
        extender = new ExtenderProcess(controlPlane.kubeconfig(), directory);
        extender.start();
        controlPlane.startScheduler(extender.schedulerConfiguration());
    }

    @AfterAll
    static void stop() {
        if (extender != null) {
            extender.close();
        }
        if (controlPlane != null) {
            controlPlane.stopScheduler();
        }
    }

    /** Had the node that the answer leaves out only failed, kube-scheduler would look for victims there and end with an error. */
    @Test
    void nodesThatTheAnswerLeavesOutAreUnresolvable() {
        try (Scene scene = new Scene(controlPlane, "absent")) {
            scene.node("a", 0, "0");
            scene.node("b", 0, "0");
            quota("shut");
            await().atMost(SOON).until(() -> extender.knowsQuota("shut"));

            Pod high = beyondItsQuota(scene, "shut");

            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(message(high))
                            .contains("0/2 nodes are available: 1 Insufficient quotas")
                            .contains("0/2 nodes are available: 2 Preemption is not helpful for scheduling"));
            assertThat(scene.failures(high)).anyMatch(event -> event.contains("1 Insufficient quotas"));
            JsonNode explained =
                    extender.view("/pods/default/" + high.getMetadata().getName());
            assertThat(explained.at("/filter/fitting").asInt()).isZero();
            assertThat(explained.at("/filter/refused/0/nodes").asInt()).isEqualTo(2);
        }
    }

    /** kube-scheduler refuses the full node by itself and would empty it, although the quota refuses the pod everywhere. */
    @Test
    void noPodIsPreemptedForAPodThatItsQuotaRefuses() {
        try (Scene scene = new Scene(controlPlane, "refusal")) {
            scene.node("free", 0, "0");
            String full = scene.node("full", 0, "0");
            quota("closed");
            await().atMost(SOON).until(() -> extender.knowsQuota("closed"));
            Pod low = fill(scene, full);
            await().atMost(SOON)
                    .until(() -> extender.view("/nodes/" + full).path("pods").asInt() == 1);

            Pod high = beyondItsQuota(scene, "closed");

            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(message(high))
                            .contains("0/2 nodes are available: 1 Insufficient cpu, 1 Insufficient quotas")
                            .contains("no candidate node for preemption"));
            await().during(STEADY).atMost(SOON).until(() -> {
                Pod there = now(low);
                return now(high).getStatus().getNominatedNodeName() == null
                        && there != null
                        && there.getMetadata().getDeletionTimestamp() == null;
            });
        }
    }

    private static Pod beyondItsQuota(Scene scene, String quota) {
        return controlPlane
                .client()
                .resource(new PodBuilder(scene.unbornPod("high", Map.of("cpu", "1500m")))
                        .editMetadata()
                        .addToLabels(Labels.QUOTA_NAME, quota)
                        .endMetadata()
                        .editSpec()
                        .withPriorityClassName("refusal-high")
                        .endSpec()
                        .build())
                .create();
    }

    /** A pod of no priority that leaves no room on a node of the scene. */
    private static Pod fill(Scene scene, String node) {
        Quantity cpu = controlPlane
                .client()
                .nodes()
                .withName(node)
                .get()
                .getStatus()
                .getAllocatable()
                .get("cpu");
        return controlPlane
                .client()
                .resource(new PodBuilder(scene.unbornPod("low", Map.of("cpu", cpu.toString())))
                        .editSpec()
                        .withNodeName(node)
                        .endSpec()
                        .build())
                .create();
    }

    private static Pod now(Pod pod) {
        return controlPlane.client().resource(pod).get();
    }

    /** Of the condition PodScheduled. */
    private static String message(Pod pod) {
        return now(pod).getStatus().getConditions().stream()
                .filter(condition -> condition.getType().equals("PodScheduled"))
                .map(PodCondition::getMessage)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("");
    }

    private static void quota(String name) {
        ElasticQuota quota = new ElasticQuota();
        quota.setMetadata(
                new ObjectMetaBuilder().withName(name).withNamespace("default").build());
        quota.setSpec(new ElasticQuotaSpec(Map.of(), Map.of("cpu", new Quantity("100m"))));
        controlPlane.client().resource(quota).create();
    }
}
