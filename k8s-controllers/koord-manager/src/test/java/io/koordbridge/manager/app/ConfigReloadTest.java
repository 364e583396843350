package io.koordbridge.manager.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dropwizard.testing.DropwizardTestSupport;
import io.fabric8.kubernetes.api.model.Event;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeSLO;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.protocol.Annotations;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConfigReloadTest {

    private static final String COLOCATION = "colocation-config";
    private static final String THRESHOLD = "resource-threshold-config";

    private static final ControlPlane PLANE = new ControlPlane();
    private static DropwizardTestSupport<ManagerConfiguration> process;
    private static int tests;

    /** A node of each test's own; the interval tells when the process has left the configuration of the test before. */
    private final int firstIntervalSeconds = 60 + ++tests;

    private final String node = "n" + tests;

    @BeforeAll
    static void start() throws Exception {
        PLANE.configure("{\"enable\": true}");
        startProcess();
    }

    private static void startProcess() throws Exception {
        process = PLANE.startManager();
    }

    @AfterAll
    static void stop() {
        process.after();
        PLANE.close();
    }

    @BeforeEach
    void createNode() {
        PLANE.createNode(node);
        await().until(() ->
                PLANE.client.resources(NodeMetric.class).withName(node).get() != null);
        // The embedded server does not tell a watch of what came between its list and its beginning.
        await().until(() -> {
            PLANE.configure("{\"enable\": true, \"metricReportIntervalSeconds\": " + firstIntervalSeconds + "}");
            return reportIntervalSeconds() == firstIntervalSeconds;
        });
        await().until(() -> slo() != null);
    }

    @AfterEach
    void removeNode() {
        PLANE.client.nodes().withName(node).delete();
    }

    @Test
    void eachKeyKeepsItsLastGoodTextAndSaysWhichOneIsRefused() {
        PLANE.configure(Map.of(
                "colocation-config",
                "{\"enable\": true, \"metricReportIntervalSeconds\": 20}",
                THRESHOLD,
                "{\"clusterStrategy\": {\"cpuSuppressThresholdPercent\": 71}}"));
        await().until(() -> slo().resourceUsedThresholdWithBE().cpuSuppressThresholdPercent() == 71);

        PLANE.configure(Map.of(
                "colocation-config",
                "{\"enable\": true, \"metricReportIntervalSeconds\": 30}",
                THRESHOLD,
                "{\"clusterStrategy\": {\"cpuSuppressThresholdPercent\": 71.5}}"));

        await().until(() -> reportIntervalSeconds() == 30);
        await().until(() -> metrics().contains("koord_manager_config_faulty{key=\"" + THRESHOLD + "\"} 1"));
        assertThat(metrics()).contains("koord_manager_config_faulty{key=\"colocation-config\"} 0");
        assertThat(slo().resourceUsedThresholdWithBE().cpuSuppressThresholdPercent())
                .isEqualTo(71);
        await().untilAsserted(() -> assertThat(
                        PLANE.client.v1().events().inAnyNamespace().list().getItems())
                .anySatisfy(event -> {
                    assertThat(event.getReason()).isEqualTo("SLOCfgUnmarshalFailed");
                    assertThat(event.getMessage()).contains(THRESHOLD, "71.5", "whole number");
                }));

        PLANE.configure(Map.of(THRESHOLD, "{\"clusterStrategy\": {\"cpuSuppressThresholdPercent\": 72}}"));
        await().until(() -> slo().resourceUsedThresholdWithBE().cpuSuppressThresholdPercent() == 72);
        await().until(() -> metrics().contains("koord_manager_config_faulty{key=\"" + THRESHOLD + "\"} 0"));
    }

    @Test
    void whatCanBeReadAndHasNoEffectIsToldBesideWhatIsRefused() {
        PLANE.configure(Map.of(
                COLOCATION,
                """
                {"enable": true, "cpuReclaimThresholdPercnt": 70, "degradeTimeMinutes": 0,
                 "nodeConfigs": [{"name": "a", "nodeSelector": {"matchLabel": {"pool": "a"}}}]}""",
                THRESHOLD,
                "{\"enable\": true, \"clusterStrategy\": {\"cpuSuppressPolicy\": \"quota\"}}"));

        await().untilAsserted(() -> assertThat(
                        PLANE.client.v1().events().inAnyNamespace().list().getItems())
                .anySatisfy(event -> assertThat(event.getReason()).isEqualTo("ColocationCfgOutOfRange"))
                .anySatisfy(event -> {
                    assertThat(event.getReason()).isEqualTo("SLOCfgDoubtful");
                    assertThat(event.getInvolvedObject().getName()).isEqualTo("slo-controller-config");
                    assertThat(event.getMessage())
                            .contains(
                                    "colocation-config: cpuReclaimThresholdPercnt (line 1): unknown field, without effect"
                                            + " (did you mean cpuReclaimThresholdPercent?)",
                                    "colocation-config: nodeConfigs[0].nodeSelector (line 2): missing or empty")
                            .doesNotContain("degradeTimeMinutes");
                })
                .anySatisfy(event -> {
                    assertThat(event.getReason()).isEqualTo("SLOCfgDoubtful");
                    assertThat(event.getMessage())
                            .contains(
                                    "resource-threshold-config: enable (line 1): unknown field, without effect"
                                            + " (inside clusterStrategy)",
                                    "quota has no meaning of its own");
                }));
    }

    @Test
    void aMovedNodeGetsItsPolicyWhenTheSameTextIsBack() {
        Map<String, String> pools = Map.of(COLOCATION, """
                {"enable": true, "nodeConfigs": [{"name": "a", "nodeSelector": {"matchLabels": {"pool": "a"}},
                 "metricReportIntervalSeconds": 20}]}""");
        PLANE.configure(pools);
        PLANE.configure("{");
        await().until(() -> metrics().contains("koord_manager_config_faulty{key=\"" + COLOCATION + "\"} 1"));
        long failed = failedPolicies();
        PLANE.label(node, "pool", "a");
        await().until(() -> failedPolicies() > failed);

        PLANE.configure(pools);

        await().until(() -> reportIntervalSeconds() == 20);
    }

    @Test
    void aStartWithABrokenTextKeepsTheObjects() throws Exception {
        String amplification = "resource-amplification-config";
        PLANE.configure(Map.of(
                COLOCATION,
                "{\"enable\": true}",
                THRESHOLD,
                "{\"clusterStrategy\": {\"enable\": true, \"cpuSuppressThresholdPercent\": 71}}",
                amplification,
                "{\"enable\": true, \"resourceAmplificationRatio\": {\"cpu\": 1.5}}"));
        await().until(() -> slo().resourceUsedThresholdWithBE().cpuSuppressThresholdPercent() == 71);
        await().until(() -> "{\"cpu\":1.50}".equals(amplificationOfNode()));
        process.after();

        PLANE.configure(Map.of(
                COLOCATION,
                "{\"enable\": true}",
                THRESHOLD,
                "{",
                amplification,
                "{",
                "cpu-burst-config",
                "{\"clusterStrategy\": {\"policy\": \"auto\"}}"));
        startProcess();

        await().until(() -> "auto".equals(slo().cpuBurstStrategy().policy()));
        await().until(() ->
                metrics().contains("slo_controller_node_resource_run_plugin_status{plugin=\"ResourceAmplification\","));
        assertThat(slo().resourceUsedThresholdWithBE().cpuSuppressThresholdPercent())
                .isEqualTo(71);
        assertThat(slo().resourceUsedThresholdWithBE().enable()).isTrue();
        assertThat(amplificationOfNode()).isEqualTo("{\"cpu\":1.50}");
    }

    private String amplificationOfNode() {
        return PLANE.client
                .nodes()
                .withName(node)
                .get()
                .getMetadata()
                .getAnnotations()
                .get(Annotations.NODE_AMPLIFICATION_RATIO);
    }

    @Test
    void annotationsOfANodeReachItsPolicyAndItsSloAtOnce() {
        PLANE.annotate(node, Annotations.NODE_COLOCATION_STRATEGY, "{\"metricReportIntervalSeconds\": 7}");
        PLANE.annotate(node, Annotations.NODE_NETWORK_BANDWIDTH, "25G");

        await().until(() -> reportIntervalSeconds() == 7);
        await().until(() -> slo().systemStrategy() != null
                && slo().systemStrategy().totalNetworkBandwidth().toString().equals("25G"));
    }

    @Test
    void anUnreadableBandwidthTakesTheSystemPartAwayAndSaysSo() {
        PLANE.annotate(node, Annotations.NODE_NETWORK_BANDWIDTH, "fast");

        await().until(() -> slo().systemStrategy() == null);
        await().untilAsserted(() -> assertThat(
                        PLANE.client.v1().events().inAnyNamespace().list().getItems())
                .extracting(Event::getReason)
                .contains("NetworkBandwidthAnnotationInvalid"));
        await().until(() -> metrics()
                .contains("slo_controller_nodeslo_spec_parse_count{reason=\"getSystemConfigSpec\",status=\"failed\"}"));
        assertThat(metrics())
                .contains(
                        "slo_controller_nodeslo_spec_parse_count{reason=\"getResourceQOSSpec\",status=\"succeeded\"}",
                        "slo_controller_nodemetric_spec_parse_count"
                                + "{reason=\"getNodeMetricCollectPolicy\",status=\"succeeded\"}");
    }

    /** Policies of NodeMetrics that could not be calculated so far. */
    private static long failedPolicies() {
        String begin = "slo_controller_nodemetric_spec_parse_count"
                + "{reason=\"getNodeMetricCollectPolicy\",status=\"failed\"} ";
        return metrics()
                .lines()
                .filter(line -> line.startsWith(begin))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(begin.length())))
                .sum();
    }

    private NodeSloSpec slo() {
        NodeSLO slo = PLANE.client.resources(NodeSLO.class).withName(node).get();
        return slo == null ? null : slo.getSpec();
    }

    private long reportIntervalSeconds() {
        return PLANE.client
                .resources(NodeMetric.class)
                .withName(node)
                .get()
                .getSpec()
                .metricCollectPolicy()
                .reportIntervalSeconds();
    }

    private static String metrics() {
        URI uri = URI.create("http://127.0.0.1:" + process.getAdminPort() + "/metrics");
        try {
            return HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                    .body();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
