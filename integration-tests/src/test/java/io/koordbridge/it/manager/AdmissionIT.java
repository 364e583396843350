package io.koordbridge.it.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.Edits;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.manager.ManagerOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Admission by the entries of our chart on a real API server. */
@Tag("versions-kubernetes")
class AdmissionIT {
    private static final Logger LOG = LoggerFactory.getLogger(AdmissionIT.class);
    private static final String NAMESPACE = ManagerCluster.NAMESPACE;
    private static final Duration SOON = ManagerCluster.SOON;
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);
    private static final String CONFIG = "slo-controller-config";
    private static final String SECRET = "koordinator-webhook-certs";
    private static final String QOS = "koordinator.sh/qosClass";
    private static final List<String> GATES =
            List.of("ConfigMapValidatingWebhook", "NodeMutatingWebhook", "NodeValidatingWebhook");

    @TempDir
    private static Path directory;

    private static RealControlPlane controlPlane;
    private static ManagerCluster cluster;
    private static KubernetesClient client;
    private static ManagerUnderTest manager;

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlaneGate.share();
        client = controlPlane.client();
        cluster = new ManagerCluster(controlPlane);
        controlPlane.createNamespace("team");
        ChartEntries entries = new ChartEntries(client);
        entries.register(GATES);
        StringBuilder gates = new StringBuilder("featureGates:\n");
        GATES.forEach(gate -> gates.append("  ").append(gate).append(": true\n"));
        manager = ManagerUnderTest.start(ManagerOptions.of("koord-manager", controlPlane.kubeconfig(), directory)
                .yaml(gates.toString()));
        entries.awaitInForce();
    }

    @AfterAll
    static void stop() {
        if (manager != null) {
            manager.close();
        }
    }

    @Test
    void rejectsAConfigurationOutOfRangeAndAcceptsAValidOne() {
        String node = cluster.newNode("configured");
        submit("{\"enable\": true, \"cpuReclaimThresholdPercent\": 60}");
        cluster.report(node, 1_000);
        await().atMost(SOON).until(() -> cluster.batchMilliCpu(node) == 8_600);

        assertThatThrownBy(() -> submit("{\"enable\": true, \"cpuReclaimThresholdPercent\": -5}"))
                .isInstanceOfSatisfying(KubernetesClientException.class, refusal -> {
                    assertThat(refusal.getCode()).isEqualTo(400);
                    assertThat(refusal.getMessage())
                            .contains("vconfigmap.koordinator.sh", "cpuReclaimThresholdPercent", "0");
                });
        assertThatThrownBy(() -> submit("{\"enable\": "))
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining("colocation-config");
        assertThat(cluster.batchMilliCpu(node)).isEqualTo(8_600);

        submit("{\"enable\": true, \"cpuReclaimThresholdPercent\": 70}");
        // 16 * 0.7 - 1
        await().atMost(SOON).until(() -> cluster.batchMilliCpu(node) == 10_200);
        submit("{\"enable\": true, \"cpuReclaimThresholdPercent\": 60}");
    }

    private static void submit(String colocation) {
        ConfigMap config = new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace(NAMESPACE)
                .withName(CONFIG)
                .addToLabels("koordinator.sh/configmap-type", CONFIG)
                .endMetadata()
                .addToData("colocation-config", colocation)
                .addToData("resource-threshold-config", "{\"clusterStrategy\": {\"enable\": true}}")
                .build();
        client.resource(config).createOr(NonDeletingOperation::update);
    }

    private static Node read(String node) {
        return client.nodes().withName(node).get();
    }

    @Test
    void validationSeesWhatMutationMadeAndItsReasonReachesTheClient() {
        cluster.load("""
                apiVersion: scheduling.k8s.io/v1
                kind: PriorityClass
                metadata: {name: koord-batch}
                value: 5000
                ---
                apiVersion: config.koordinator.sh/v1alpha1
                kind: ClusterColocationProfile
                metadata: {name: batch}
                spec:
                  selector: {matchLabels: {job: batch}}
                  qosClass: BE
                  priorityClassName: koord-batch
                ---
                apiVersion: config.koordinator.sh/v1alpha1
                kind: ClusterColocationProfile
                metadata: {name: contradiction}
                spec:
                  selector: {matchLabels: {job: contradiction}}
                  qosClass: LSR
                  priorityClassName: koord-batch
                """);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(create("batch", Map.of("job", "batch"))
                                .getMetadata()
                                .getLabels())
                        .containsEntry(QOS, "BE"));

        // Submitted it is a pod like any other: only after the mutation its class and priority contradict each other.
        await().atMost(SOON)
                .untilAsserted(() -> assertThatThrownBy(() -> create("contradiction", Map.of("job", "contradiction")))
                        .isInstanceOfSatisfying(KubernetesClientException.class, refusal -> {
                            assertThat(refusal.getCode()).isEqualTo(400);
                            assertThat(refusal.getMessage()).contains("vpod.koordinator.sh", "LSR", "koord-batch");
                        }));
        // Batch resources of its own accord, without being best effort.
        assertThatThrownBy(() -> create("unlabelled", Map.of("job", "none"), Map.of("kubernetes.io/batch-cpu", "500")))
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining("vpod.koordinator.sh")
                .hasMessageContaining(QOS);
        assertThat(create("opted-out", Map.of("job", "contradiction", "koordbridge.io/skip-colocation", "true"))
                        .getMetadata()
                        .getLabels())
                .doesNotContainKey(QOS);
        assertThatThrownBy(() -> create(
                        "opted-out-unlabelled",
                        Map.of("koordbridge.io/skip-colocation", "true"),
                        Map.of("kubernetes.io/batch-cpu", "500")))
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining("vpod.koordinator.sh");
    }

    private static Pod create(String name, Map<String, String> labels) {
        return create(name, labels, Map.of("cpu", "1", "memory", "1Gi"));
    }

    private static Pod create(String name, Map<String, String> labels, Map<String, String> amounts) {
        return client.resource(ManagerCluster.pod("team", name, labels, amounts))
                .dryRun(true)
                .create();
    }

    @Test
    void amountsOfTheWholePodGoToItsContainerOrThePodIsRefused() {
        ControlPlaneGate.requirePodResources(client);
        cluster.load("""
                apiVersion: scheduling.k8s.io/v1
                kind: PriorityClass
                metadata: {name: whole-batch}
                value: 5100
                ---
                apiVersion: config.koordinator.sh/v1alpha1
                kind: ClusterColocationProfile
                metadata: {name: whole}
                spec:
                  selector: {matchLabels: {job: whole}}
                  qosClass: BE
                  priorityClassName: whole-batch
                """);
        await().atMost(SOON).untilAsserted(() -> {
            Pod whole = PodAmounts.dryRunWhole(client, 1);
            assertThat(whole.getSpec().getResources()).isNull();
            assertThat(PodAmounts.requests(whole)).containsOnlyKeys("kubernetes.io/batch-cpu");
        });
        assertThatThrownBy(() -> PodAmounts.dryRunWhole(client, 2))
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining("mpod-create.koordinator.sh")
                .hasMessageContaining("spec.resources");
    }

    @Test
    void aPodThatOwnsItsCpusIsNotResizedToAPartOfOneOrBeyondThem() {
        ControlPlaneGate.requireResize(client);
        PodResource owner = PodAmounts.createOwner(client, "team", "0-2");

        for (String cores : List.of("1500m", "4")) {
            assertThatThrownBy(() -> PodAmounts.resize(owner, cores))
                    .isInstanceOf(KubernetesClientException.class)
                    .hasMessageContaining("vpod.koordinator.sh")
                    .hasMessageContaining("cpu");
        }
        assertThat(PodAmounts.requests(PodAmounts.resize(owner, "3"))).containsEntry("cpu", new Quantity("3"));
        owner.delete();
    }

    @Test
    void defaultsAQuotaAndRejectsAContradictoryOne() {
        GenericKubernetesResource created = quota("fine", "{cpu: 2}", "{cpu: 4}");

        assertThat(created.getMetadata().getLabels())
                .containsEntry("quota.scheduling.koordinator.sh/parent", "koordinator-root-quota");
        assertThat(created.getMetadata().getAnnotations().get("quota.scheduling.koordinator.sh/shared-weight"))
                .contains("\"cpu\"");
        assertThatThrownBy(() -> quota("contradiction", "{cpu: 8}", "{cpu: 4}"))
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining("velasticquota.koordinator.sh")
                .hasMessageContaining("cpu");
    }

    private static GenericKubernetesResource quota(String name, String min, String max) {
        GenericKubernetesResource quota =
                Serialization.unmarshal("""
                apiVersion: scheduling.sigs.k8s.io/v1alpha1
                kind: ElasticQuota
                metadata: {name: %s, namespace: team}
                spec: {min: %s, max: %s}
                """.formatted(name, min, max), GenericKubernetesResource.class);
        return client.resource(quota).create();
    }

    @Test
    void capacityArrivesBesideAnotherWriterOfTheNode() {
        submit("{\"enable\": true, \"cpuReclaimThresholdPercent\": 60}");
        String node = cluster.newNode("contended");
        cluster.report(node, 1_000);
        await().atMost(SOON).until(() -> cluster.batchMilliCpu(node) == 8_600);
        AtomicInteger written = new AtomicInteger();
        try (Repeated other = Repeated.every(2, () -> {
            String value = Integer.toString(written.get() + 1);
            client.nodes()
                    .withName(node)
                    .patch(MERGE, "{\"metadata\":{\"annotations\":{\"example.com/count\":\"" + value + "\"}}}");
            written.incrementAndGet();
        })) {
            for (int i = 1; i <= 20; i++) {
                int expected = 8_600 - i * 100;
                cluster.report(node, 1_000 + i * 100);
                await().atMost(SOON)
                        .pollInterval(Duration.ofMillis(5))
                        .until(() -> cluster.batchMilliCpu(node) == expected);
                assertThat(cluster.originMilliCpu(node)).isEqualTo(expected);
            }
            assertThat(other.failures()).isEmpty();
        }
        assertThat(written.get()).isGreaterThan(50);
        assertThat(read(node).getMetadata().getAnnotations())
                .containsEntry("example.com/count", Integer.toString(written.get()));
    }

    @Test
    void admissionGoesOnWhileServerCertificateAndAuthorityChange() {
        String before = certificate("ca-cert.pem");
        AtomicInteger admitted = new AtomicInteger();
        RegisteredTrust trust = new RegisteredTrust(client, URI.create(manager.webhookUrl()));
        try (Repeated pods = Repeated.every(20, () -> {
                    client.resource(new PodBuilder(ManagerCluster.pod("team", null, Map.of()))
                                    .editMetadata()
                                    .withGenerateName("probe-")
                                    .endMetadata()
                                    .build())
                            .dryRun(true)
                            .create();
                    admitted.incrementAndGet();
                });
                Repeated callers = Repeated.every(100, trust::served)) {
            String server = certificate("cert.pem");
            // A key that is not the certificate's: like an expired one it is renewed by the same authority.
            replace("key.pem", "ca-key.pem");
            await().atMost(Duration.ofSeconds(90))
                    .until(() -> !certificate("cert.pem").equals(server));
            assertThat(certificate("ca-cert.pem")).isEqualTo(before);
            awaitServed(trust, admitted);

            replace("ca-key.pem", "key.pem");
            await().atMost(Duration.ofSeconds(90))
                    .until(() -> !certificate("ca-cert.pem").equals(before));
            awaitServed(trust, admitted);

            assertThat(callers.failures()).isEmpty();
            assertThat(pods.failures()).as(manager.process().logTail(20)).isEmpty();
            LOG.info("admitted: {}", admitted.get());
        }
    }

    private static String certificate(String file) {
        return client.secrets()
                .inNamespace(NAMESPACE)
                .withName(SECRET)
                .get()
                .getData()
                .get(file);
    }

    private static void replace(String file, String by) {
        Edits.edit(
                client.secrets().inNamespace(NAMESPACE).withName(SECRET),
                (Secret secret) -> new SecretBuilder(secret)
                        .addToData(Map.of(file, secret.getData().get(by)))
                        .build());
        lookAtOnce();
    }

    /** The keeper of the certificates looks every minute, and whenever somebody changes a webhook configuration. */
    private static void lookAtOnce() {
        Edits.edit(
                client.admissionRegistration()
                        .v1()
                        .mutatingWebhookConfigurations()
                        .withName("koordinator-mutating-webhook-configuration"),
                configuration -> configuration
                        .edit()
                        .editMetadata()
                        .addToAnnotations("looked-at", String.valueOf(System.nanoTime()))
                        .endMetadata()
                        .build());
    }

    /** Until the replica serves what is stored, and pods pass. */
    private static void awaitServed(RegisteredTrust trust, AtomicInteger admitted) {
        await().atMost(SOON)
                .until(() ->
                        RegisteredTrust.certificates(certificate("cert.pem")).contains(trust.served()));
        int from = admitted.get();
        await().atMost(SOON).until(() -> admitted.get() > from + 50);
    }

    /** Does something again and again beside the test and remembers what failed. */
    private record Repeated(ScheduledExecutorService executor, ScheduledFuture<?> work, List<String> failures)
            implements AutoCloseable {

        static Repeated every(int millis, Runnable action) {
            List<String> failures = new CopyOnWriteArrayList<>();
            ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
            ScheduledFuture<?> work = executor.scheduleWithFixedDelay(
                    () -> {
                        try {
                            action.run();
                        } catch (RuntimeException e) {
                            failures.add(e.toString());
                        }
                    },
                    0,
                    millis,
                    TimeUnit.MILLISECONDS);
            return new Repeated(executor, work, failures);
        }

        @Override
        public void close() {
            work.cancel(false);
            executor.shutdown();
            await().atMost(SOON).until(executor::isTerminated);
        }
    }
}
