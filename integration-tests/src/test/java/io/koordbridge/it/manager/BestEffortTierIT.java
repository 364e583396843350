package io.koordbridge.it.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.manager.ManagerOptions;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the API server and other webhooks do to batch pods after our mutation; manager specification section 9.1. */
@Tag("versions-kubernetes")
class BestEffortTierIT {

    private static final String PROFILE = """
            apiVersion: scheduling.k8s.io/v1
            kind: PriorityClass
            metadata: {name: tier-batch}
            value: 5500
            ---
            apiVersion: config.koordinator.sh/v1alpha1
            kind: ClusterColocationProfile
            metadata: {name: tier}
            spec:
              selector: {matchLabels: {job: batch}}
              qosClass: BE
              priorityClassName: tier-batch
              labelSuffixes: {queue: -be}
            ---
            apiVersion: config.koordinator.sh/v1alpha1
            kind: ClusterColocationProfile
            metadata: {name: tier-lots}
            spec:
              selector: {matchLabels: {job: batch}}
              probability: 50%
              labels: {chosen: "yes"}
              labelSuffixes: {queue: -lot}
            """;

    @TempDir
    private static Path directory;

    private static RealControlPlane controlPlane;
    private static KubernetesClient client;
    private static ManagerCluster cluster;
    private static ManagerUnderTest manager;
    private static LaterWebhook later;

    @BeforeAll
    static void start() throws Exception {
        controlPlane = ControlPlaneGate.share();
        client = controlPlane.client();
        cluster = new ManagerCluster(controlPlane);
        ChartEntries entries = new ChartEntries(client);
        entries.register(List.of());
        manager = ManagerUnderTest.start(ManagerOptions.of("koord-manager", controlPlane.kubeconfig(), directory));
        later = LaterWebhook.start(directory);
        client.resource(later.registration()).create();
        cluster.load(PROFILE);
        newNamespace("tier", "");
        entries.awaitInForce();
        await().atMost(ManagerCluster.SOON).untilAsserted(() -> {
            Pod probe = client.resource(batch("tier", "probe", Map.of("proxy", "yes")))
                    .dryRun()
                    .create();
            assertThat(probe.getSpec().getContainers()).hasSize(2);
            assertThat(probe.getStatus().getQosClass()).isEqualTo("BestEffort");
        });
    }

    @AfterAll
    static void stop() {
        if (later != null) {
            later.close();
        }
        if (manager != null) {
            manager.close();
        }
    }

    /** With a LimitRange of this item; the API server follows a new one with its first pod. */
    private static void newNamespace(String name, String item) {
        controlPlane.createNamespace(name);
        if (!item.isEmpty()) {
            cluster.load("""
                    apiVersion: v1
                    kind: LimitRange
                    metadata: {name: amounts, namespace: %s}
                    spec: {limits: [%s]}
                    """.formatted(name, item));
        }
    }

    private static Pod batch(String namespace, String name, Map<String, String> labels) {
        Pod pod = ManagerCluster.pod(namespace, name);
        pod.getMetadata().getLabels().putAll(labels);
        pod.getMetadata().getLabels().put("queue", "q");
        return pod;
    }

    private static List<String> amounts(Pod pod) {
        return pod.getSpec().getContainers().stream()
                .map(Container::getResources)
                .flatMap(one -> Stream.concat(one.getRequests().keySet().stream(), one.getLimits().keySet().stream()))
                .distinct()
                .sorted()
                .toList();
    }

    @Test
    void defaultsOfALimitRangeTakeNoPodOutOfTheTier() {
        newNamespace(
                "tier-defaults",
                "{type: Container, default: {cpu: 500m, memory: 512Mi}, defaultRequest: {cpu: 100m, memory: 256Mi}}");
        Pod limited = batch("tier-defaults", "limited", Map.of());
        limited.getSpec()
                .getContainers()
                .get(0)
                .getResources()
                .setLimits(Map.of("cpu", new Quantity("4"), "memory", new Quantity("8Gi")));

        Pod stored = client.resource(limited).create();

        assertThat(stored.getStatus().getQosClass()).isEqualTo("BestEffort");
        assertThat(stored.getSpec().getContainers().get(0).getResources().getLimits())
                .isEqualTo(Map.of(
                        "kubernetes.io/batch-cpu", new Quantity("4k"),
                        "kubernetes.io/batch-memory", new Quantity("8Gi")));
        assertThat(stored.getMetadata().getLabels()).containsEntry("koordinator.sh/qosClass", "BE");

        Pod silent = batch("tier-defaults", "silent", Map.of("proxy", "yes"));
        silent.getSpec().getContainers().get(0).setResources(null);
        Pod defaulted = client.resource(silent).create();

        assertThat(defaulted.getStatus().getQosClass()).isEqualTo("BestEffort");
        assertThat(PodAmounts.requests(defaulted))
                .isEqualTo(Map.of(
                        "kubernetes.io/batch-cpu", new Quantity("100"),
                        "kubernetes.io/batch-memory", new Quantity("256Mi")));
    }

    @Test
    void aSidecarOfALaterWebhookBecomesBatchAndLotsAreDrawnOnce() {
        for (int at = 0; at < 20; at++) {
            Pod stored = client.resource(batch("tier", "sidecar-" + at, Map.of("proxy", "yes")))
                    .create();

            assertThat(stored.getStatus().getQosClass()).isEqualTo("BestEffort");
            assertThat(amounts(stored)).containsExactly("kubernetes.io/batch-cpu", "kubernetes.io/batch-memory");
            boolean chosen = stored.getMetadata().getLabels().containsKey("chosen");
            assertThat(stored.getMetadata().getLabels()).containsEntry("queue", chosen ? "q-be-lot" : "q-be");
            assertThat(stored.getMetadata().getAnnotations().get("node.koordinator.sh/extended-resource-spec"))
                    .contains("\"proxy\"");
        }
    }

    @Test
    void aForgedNoteOfAFirstCallKeepsNoProfileAway() {
        Pod pod = batch("tier", "forged", Map.of());
        pod.getMetadata().setUid("koordbridge.io/mutate-pod-was-called");
        pod.getMetadata()
                .setAnnotations(Map.of(
                        "koordbridge.io/considered-profiles",
                        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString()));

        Pod stored = client.resource(pod).create();

        assertThat(stored.getStatus().getQosClass()).isEqualTo("BestEffort");
        assertThat(stored.getMetadata().getAnnotations().get("koordbridge.io/considered-profiles"))
                .contains("tier-lots");
        assertThat(stored.getMetadata().getUid()).hasSize(36);
    }

    @Test
    void amountsOfTheWholePodStayAboveDefaultsOfALimitRange() {
        ControlPlaneGate.requirePodResources(client);
        newNamespace("tier-whole", "{type: Container, default: {cpu: 500m, memory: 512Mi}}");
        Pod whole = batch("tier-whole", "whole", Map.of());
        whole.getSpec().getContainers().get(0).setResources(null);
        whole.getSpec()
                .setResources(new ResourceRequirementsBuilder()
                        .addToRequests("cpu", new Quantity("8"))
                        .build());

        Pod stored = client.resource(whole).create();

        assertThat(stored.getStatus().getQosClass()).isEqualTo("BestEffort");
        assertThat(PodAmounts.requests(stored))
                .isEqualTo(Map.of(
                        "kubernetes.io/batch-cpu", new Quantity("8k"),
                        "kubernetes.io/batch-memory", new Quantity("512Mi")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tier-max | {type: Container, max: {cpu: 8}} | No limit is specified",
                "tier-min | {type: Container, min: {memory: 64Mi}} | No request is specified",
                "tier-pod | {type: Pod, max: {cpu: 8}} | No limit is specified",
                "tier-ratio | {type: Container, maxLimitRequestRatio: {cpu: 4}} | no request is specified"
            })
    void aLimitRangeWithBoundsOfCpuOrMemoryRejectsBatchPods(String namespace, String item, String words) {
        newNamespace(namespace, item);

        assertThatThrownBy(() ->
                        client.resource(batch(namespace, "bounded", Map.of())).create())
                .isInstanceOfSatisfying(KubernetesClientException.class, refusal -> {
                    assertThat(refusal.getCode()).isEqualTo(403);
                    assertThat(refusal.getMessage()).contains(words);
                });
        // Without mutation the namespace's pods stay what they were submitted as.
        client.namespaces()
                .withName(namespace)
                .edit(found -> new NamespaceBuilder(found)
                        .editMetadata()
                        .addToLabels("koordbridge.io/skip-colocation", "true")
                        .endMetadata()
                        .build());
        Pod plain = ManagerCluster.pod(namespace, "plain", Map.of("job", "batch"), Map.of("cpu", "1", "memory", "1Gi"));
        ManagerCluster.awaitAnswer(() -> "Guaranteed"
                .equals(client.resource(plain).dryRun().create().getStatus().getQosClass()));
    }

    @Test
    void aBestEffortPodOutsideTheTierGetsAnEventAndIsCounted() {
        Pod pod = ManagerCluster.pod(
                "tier",
                "outside",
                Map.of("koordinator.sh/qosClass", "BE", "koordinator.sh/priority-class", "koord-batch"),
                Map.of("cpu", "1", "memory", "1Gi"));
        client.resource(pod).create();

        await().atMost(ManagerCluster.SOON)
                .untilAsserted(() -> assertThat(ManagerCluster.events(client, "tier", "outside"))
                        .singleElement()
                        .satisfies(event -> {
                            assertThat(event.getReason()).isEqualTo("BestEffortPodOutsideTier");
                            assertThat(event.getMessage()).contains("Guaranteed", "container main");
                        }));
        assertThat(manager.metric("koord_manager_best_effort_pods_outside_tier{qos=\"guaranteed\"}"))
                .isEqualTo(1);
    }
}
