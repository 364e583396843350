package io.koordbridge.it.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.it.chart.Chart;
import io.koordbridge.it.chart.Rendered;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.process.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Admission by the entries of our chart on a real API server. */
class AdmissionIT {
    private static final String NAMESPACE = ManagerCluster.NAMESPACE;
    private static final Duration SOON = ManagerCluster.SOON;
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);
    private static final String CONFIG = "slo-controller-config";
    private static final String SECRET = "koordinator-webhook-certs";
    private static final String RATIO = "node.koordinator.sh/resource-amplification-ratio";
    private static final String RAW = "node.koordinator.sh/raw-allocatable";
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
        controlPlane = ControlPlaneGate.start(RealControlPlane.Options.apiServerOnly());
        client = controlPlane.client();
        cluster = new ManagerCluster(controlPlane);
        controlPlane.createNamespace("team");
        register();
        List<String> settings = new ArrayList<>(List.of("webhook.externalHost=127.0.0.1"));
        GATES.forEach(gate -> settings.add("featureGates." + gate + "=true"));
        manager = ManagerUnderTest.start(
                "koord-manager", controlPlane.kubeconfig(), directory, FreePorts.find(3), settings);
        await().atMost(SOON).until(AdmissionIT::registered);
    }

    /** The chart's entries, failing closed, so that no call that fails is overlooked. */
    private static void register() {
        String[] gates = GATES.stream()
                .map(gate -> "manager.featureGates." + gate + "=true")
                .toArray(String[]::new);
        List<HasMetadata> objects = new Chart().renderWith(gates);
        MutatingWebhookConfiguration mutating = Rendered.named(
                objects, MutatingWebhookConfiguration.class, "koordinator-mutating-webhook-configuration");
        ValidatingWebhookConfiguration validating = Rendered.named(
                objects, ValidatingWebhookConfiguration.class, "koordinator-validating-webhook-configuration");
        mutating.getWebhooks().forEach(webhook -> webhook.setFailurePolicy("Fail"));
        validating.getWebhooks().forEach(webhook -> webhook.setFailurePolicy("Fail"));
        client.resource(mutating).create();
        client.resource(validating).create();
    }

    private static boolean registered() {
        var mutating = client.admissionRegistration().v1().mutatingWebhookConfigurations();
        var validating = client.admissionRegistration().v1().validatingWebhookConfigurations();
        return mutating.withName("koordinator-mutating-webhook-configuration").get().getWebhooks().stream()
                        .allMatch(webhook -> webhook.getClientConfig().getCaBundle() != null)
                && validating.withName("koordinator-validating-webhook-configuration").get().getWebhooks().stream()
                        .allMatch(webhook -> webhook.getClientConfig().getCaBundle() != null);
    }

    @AfterAll
    static void stop() {
        if (manager != null) {
            manager.close();
        }
        if (controlPlane != null) {
            controlPlane.close();
        }
    }

    @Test
    void aConfigurationOutOfRangeIsRefusedWithFieldAndRangeAndARightOneIsTaken() {
        String node = cluster.newNode("configured");
        submit("{\"enable\": true, \"cpuReclaimThresholdPercent\": 60}");
        cluster.report(node, 1_000);
        await().atMost(SOON).until(() -> cluster.batchMilliCpu(node) == 8_600);

        assertThatThrownBy(() -> submit("{\"enable\": true, \"cpuReclaimThresholdPercent\": 150}"))
                .isInstanceOfSatisfying(KubernetesClientException.class, refusal -> {
                    assertThat(refusal.getCode()).isEqualTo(400);
                    assertThat(refusal.getMessage())
                            .contains("vconfigmap.koordinator.sh", "cpuReclaimThresholdPercent", "100");
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
                .build();
        client.resource(config).createOr(NonDeletingOperation::update);
    }

    @Test
    void aNodeIsAmplifiedOnceHoweverOftenItsStatusIsWritten() {
        String node = cluster.newNode("amplified");
        client.nodes()
                .withName(node)
                .patch(MERGE, "{\"metadata\":{\"annotations\":{\"%s\":\"{\\\"cpu\\\":1.5}\"}}}".formatted(RATIO));

        allocatable(node, "16");
        allocatable(node, "16");

        assertThat(read(node).getStatus().getAllocatable().get("cpu").toString())
                .isEqualTo("24");
        assertThat(read(node).getStatus().getCapacity().get("cpu").toString()).isEqualTo("16");
        assertThat(read(node).getMetadata().getAnnotations().get(RAW)).contains("\"cpu\":\"16\"");

        // Someone else's write of the status carries the amplified value back.
        client.nodes()
                .withName(node)
                .subresource("status")
                .patch(MERGE, "{\"status\":{\"allocatable\":{\"example.com/card\":\"1\"}}}");
        assertThat(read(node).getStatus().getAllocatable().get("cpu").toString())
                .isEqualTo("24");

        allocatable(node, "12");
        assertThat(read(node).getStatus().getAllocatable().get("cpu").toString())
                .isEqualTo("18");
        client.nodes().withName(node).patch(MERGE, "{\"metadata\":{\"annotations\":{\"%s\":null}}}".formatted(RATIO));
        allocatable(node, "12");
        assertThat(read(node).getStatus().getAllocatable().get("cpu").toString())
                .isEqualTo("12");
        assertThat(read(node).getMetadata().getAnnotations()).doesNotContainKey(RAW);
    }

    @Test
    void aRatioThatCannotBeReadIsRefusedWithNodeAndValue() {
        String node = cluster.newNode("bad-ratio");
        client.nodes()
                .withName(node)
                .patch(MERGE, "{\"metadata\":{\"annotations\":{\"%s\":\"{no json\"}}}".formatted(RATIO));

        assertThatThrownBy(() -> allocatable(node, "15"))
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining("mnode-status.koordinator.sh")
                .hasMessageContaining(RATIO);
        assertThat(read(node).getStatus().getAllocatable().get("cpu").toString())
                .isEqualTo("16");
    }

    private static void allocatable(String node, String cpu) {
        client.nodes()
                .withName(node)
                .subresource("status")
                .patch(MERGE, "{\"status\":{\"allocatable\":{\"cpu\":\"%s\"}}}".formatted(cpu));
    }

    private static Node read(String node) {
        return client.nodes().withName(node).get();
    }

    @Test
    void capacityAndForeignAnnotationsBothArriveWhileSomebodyElseWritesTheNode() {
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
        try (Repeated pods = Repeated.every(20, () -> {
            client.resource(new PodBuilder()
                            .withNewMetadata()
                            .withNamespace("team")
                            .withGenerateName("probe-")
                            .endMetadata()
                            .withNewSpec()
                            .addNewContainer()
                            .withName("main")
                            .withImage("example.invalid/none")
                            .endContainer()
                            .endSpec()
                            .build())
                    .dryRun(true)
                    .create();
            admitted.incrementAndGet();
        })) {
            String server = certificate("cert.pem");
            // A key that is not the certificate's: like an expired one it is renewed by the same authority.
            replace("key.pem", "ca-key.pem");
            await().atMost(Duration.ofSeconds(90))
                    .until(() -> !certificate("cert.pem").equals(server));
            assertThat(certificate("ca-cert.pem")).isEqualTo(before);
            awaitServed(admitted);

            replace("ca-key.pem", "key.pem");
            await().atMost(Duration.ofSeconds(90))
                    .until(() -> !certificate("ca-cert.pem").equals(before));
            awaitServed(admitted);

            assertThat(pods.failures()).as(manager.process().logTail(20)).isEmpty();
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
        client.secrets()
                .inNamespace(NAMESPACE)
                .withName(SECRET)
                .edit((Secret secret) -> new SecretBuilder(secret)
                        .addToData(Map.of(file, secret.getData().get(by)))
                        .build());
    }

    /** Longer than the replica waits before it serves a new authority, with pods all the while. */
    private static void awaitServed(AtomicInteger admitted) {
        int from = admitted.get();
        await().during(Duration.ofSeconds(6)).atMost(SOON).until(() -> true);
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
