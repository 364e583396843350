package io.koordbridge.it.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.document.node.RiskChoiceDocument;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.process.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The annotation of a choice by risk on a real API server. Nodes have 16 cores, of which 40 % are margin; online work uses one on
 * average and five at most.
 */
class RiskChoiceIT {

    private static final String CHOICE = "koordbridge.io/risk-choice";
    private static final String ONLINE_USE = "koordbridge.io/online-use";
    private static final String RISK = "{\"enable\": true, \"riskPercent\": 1}";
    private static final long BY_MEAN = 16_000 - 6_400 - 1_000;
    private static final long BY_HIGHEST = 16_000 - 6_400 - 5_000;

    @TempDir
    private static Path directory;

    private static KubernetesClient client;
    private static ManagerCluster cluster;
    private static @Nullable ManagerUnderTest manager;
    private static int nodes;

    @BeforeAll
    static void start() throws IOException {
        RealControlPlane controlPlane = ControlPlaneGate.share();
        client = controlPlane.client();
        cluster = new ManagerCluster(controlPlane);
        cluster.configure(RISK);
        manager = ManagerUnderTest.start("koord-manager-risk", controlPlane.kubeconfig(), directory, FreePorts.find(3));
    }

    @BeforeEach
    void configureRisk() {
        cluster.configure(RISK);
    }

    @AfterAll
    static void stop() {
        if (manager != null) {
            manager.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"enable\": true}", "{\"enable\": false, \"riskPercent\": 1}"})
    void theChoiceGoesWithTheRiskAndWithColocation(String off) {
        String node = cluster.newNode("chosen-" + ++nodes);
        report(node);
        await().untilAsserted(() ->
                assertThat(choice(node)).isEqualTo("{\"cpu\":\"max/900+0.0 care 3.00\",\"cpuRiskPercent\":1.0}"));

        cluster.configure(off);

        await().untilAsserted(() -> assertThat(choice(node)).isNull());
    }

    @Test
    void theChoiceIsWrittenOnceWhileReportsComeAndGo() {
        String node = cluster.newNode("steady-" + ++nodes);
        report(node);
        await().until(() -> choice(node) != null && cluster.batchMilliCpu(node) == BY_HIGHEST);
        String version = cluster.version(node);
        for (int second = 5; second > 0; second--) {
            Instant at = Instant.now().minusSeconds(second * 10L).truncatedTo(ChronoUnit.SECONDS);
            cluster.report(node, 1_000, at);
            await().until(() ->
                    Objects.requireNonNull(manager).explain(node).body().contains(at.toString()));
        }

        assertThat(cluster.version(node)).isEqualTo(version);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "NaN",
                "{\"cpu\": {}}",
                "{\"cpu\": \"p95/900+NaN care 1.00\"}",
                "{\"cpu\": \"p95/900-999.9 care 1.00\"}",
                "{\"cpu\": \"max/900-99.9 care 300.00\"}",
                "{\"cpu\": \"max/900+99.9 care 300.00\", \"cpuRiskPercent\": 0.1}",
                "{\"cpu\": \"max/900+0.0 care 3.00\", \"cpuRiskPercent\": -1e300}",
                "{\"cpu\": \"max/99999999999999999999+0.0 care 1.00\"}",
                "{\"cpu\": \"max/900+0.0 care 3.00\", \"cpuRiskPercent\": \"NaN\"}"
            })
    void aHostileChoiceNeverOffersMoreThanTheMeanAndStopsNothing(String text) {
        String node = cluster.newNode("hostile-" + ++nodes, Map.of(CHOICE, text));
        report(node);

        await().untilAsserted(() -> assertThat(cluster.batchMilliCpu(node)).isBetween(0L, BY_MEAN));
        await().untilAsserted(() -> assertThat(RiskChoiceDocument.read(choice(node)))
                .matches(read -> read.isGood() && read.value() != null));
        cluster.configure("{\"enable\": true}");
        await().untilAsserted(() -> assertThat(choice(node)).isNull());
        await().untilAsserted(() -> assertThat(cluster.batchMilliCpu(node)).isEqualTo(BY_MEAN));
    }

    @Test
    void aChoiceThatIsTooLongIsReportedAndReplaced() {
        String text = "{\"cpu\": \"" + "9".repeat(100_000) + "\"}";
        String node = cluster.newNode("long-" + ++nodes, Map.of(CHOICE, text));
        report(node);

        await().untilAsserted(() -> assertThat(choice(node)).startsWith("{\"cpu\":\"max/900+0.0 care 3.00\""));
        await().untilAsserted(() -> assertThat(ManagerCluster.events(client, "default", node))
                .anySatisfy(event -> assertThat(event.getMessage()).contains(CHOICE, "field cpu", "999")));
    }

    private static void report(String node) {
        String online = """
                {"at": "%s", "windows": [{"seconds": 900,
                  "cpuMilli": {"mean": 1000, "p50": 1000, "p90": 2000, "p95": 3000, "p99": 4000, "max": 5000},
                  "memoryBytes": {"mean": 1, "p50": 1, "p90": 1, "p95": 1, "p99": 1, "max": 1}}]}
                """.formatted(Instant.now().truncatedTo(ChronoUnit.SECONDS));
        client.resources(NodeMetric.class).withName(node).edit(metric -> {
            metric.getMetadata().setAnnotations(Map.of(ONLINE_USE, online));
            return metric;
        });
        cluster.report(node, 1_000);
    }

    private static @Nullable String choice(String node) {
        Map<String, String> annotations =
                client.nodes().withName(node).get().getMetadata().getAnnotations();
        return annotations == null ? null : annotations.get(CHOICE);
    }
}
