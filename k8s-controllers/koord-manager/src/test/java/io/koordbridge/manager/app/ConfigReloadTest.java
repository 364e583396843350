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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConfigReloadTest {

    private static final String COLOCATION = "colocation-config";
    private static final String THRESHOLD = "resource-threshold-config";

    private final ControlPlane plane = new ControlPlane();
    private DropwizardTestSupport<ManagerConfiguration> process;

    @BeforeEach
    void start() throws Exception {
        plane.configure("{\"enable\": true}");
        plane.createNode("n1");
        startProcess();
        await().until(() ->
                plane.client.resources(NodeMetric.class).withName("n1").get() != null);
        await().until(() -> slo() != null);
    }

    private void startProcess() throws Exception {
        process = plane.startManager();
    }

    @AfterEach
    void stop() {
        process.after();
        plane.close();
    }

    @Test
    void eachKeyKeepsItsLastGoodTextAndSaysWhichOneIsRefused() {
        plane.configure(Map.of(
                "colocation-config",
                "{\"enable\": true, \"metricReportIntervalSeconds\": 20}",
                THRESHOLD,
                "{\"clusterStrategy\": {\"cpuSuppressThresholdPercent\": 71}}"));
        await().until(() -> slo().resourceUsedThresholdWithBE().cpuSuppressThresholdPercent() == 71);

        plane.configure(Map.of(
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
                        plane.client.v1().events().inAnyNamespace().list().getItems())
                .anySatisfy(event -> {
                    assertThat(event.getReason()).isEqualTo("SLOCfgUnmarshalFailed");
                    assertThat(event.getMessage()).contains(THRESHOLD, "71.5", "whole number");
                }));

        plane.configure(Map.of(THRESHOLD, "{\"clusterStrategy\": {\"cpuSuppressThresholdPercent\": 72}}"));
        await().until(() -> slo().resourceUsedThresholdWithBE().cpuSuppressThresholdPercent() == 72);
        await().until(() -> metrics().contains("koord_manager_config_faulty{key=\"" + THRESHOLD + "\"} 0"));
    }

    @Test
    void whatCanBeReadAndHasNoEffectIsToldBesideWhatIsRefused() {
        plane.configure(Map.of(
                COLOCATION,
                """
                {"enable": true, "cpuReclaimThresholdPercnt": 70, "degradeTimeMinutes": 0,
                 "nodeConfigs": [{"name": "a", "nodeSelector": {"matchLabel": {"pool": "a"}}}]}""",
                THRESHOLD,
                "{\"enable\": true, \"clusterStrategy\": {\"cpuSuppressPolicy\": \"quota\"}}"));

        await().untilAsserted(() -> assertThat(
                        plane.client.v1().events().inAnyNamespace().list().getItems())
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
    void aNodeThatMovedWhileTheTextWasBrokenGetsItsPolicyWhenTheSameTextIsBack() {
        Map<String, String> pools = Map.of(COLOCATION, """
                {"enable": true, "nodeConfigs": [{"name": "a", "nodeSelector": {"matchLabels": {"pool": "a"}},
                 "metricReportIntervalSeconds": 20}]}""");
        plane.configure(pools);
        plane.configure("{");
        await().until(() -> metrics().contains("koord_manager_config_faulty{key=\"" + COLOCATION + "\"} 1"));
        plane.label("n1", "pool", "a");
        await().until(() -> metrics()
                .contains("slo_controller_nodemetric_spec_parse_count"
                        + "{reason=\"getNodeMetricCollectPolicy\",status=\"failed\"}"));

        plane.configure(pools);

        await().until(() -> reportIntervalSeconds() == 20);
    }

    @Test
    void aReplicaThatStartsWithABrokenTextLeavesWhatEarlierOnesMadeOfTheLastGoodOne() throws Exception {
        String amplification = "resource-amplification-config";
        plane.configure(Map.of(
                COLOCATION,
                "{\"enable\": true}",
                THRESHOLD,
                "{\"clusterStrategy\": {\"enable\": true, \"cpuSuppressThresholdPercent\": 71}}",
                amplification,
                "{\"enable\": true, \"resourceAmplificationRatio\": {\"cpu\": 1.5}}"));
        await().until(() -> slo().resourceUsedThresholdWithBE().cpuSuppressThresholdPercent() == 71);
        await().until(() -> "{\"cpu\":1.50}".equals(amplificationOfNode()));
        process.after();

        plane.configure(Map.of(
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
        return plane.client
                .nodes()
                .withName("n1")
                .get()
                .getMetadata()
                .getAnnotations()
                .get(Annotations.NODE_AMPLIFICATION_RATIO);
    }

    @Test
    void annotationsOfANodeReachItsPolicyAndItsSloAtOnce() {
        plane.annotate("n1", Annotations.NODE_COLOCATION_STRATEGY, "{\"metricReportIntervalSeconds\": 7}");
        plane.annotate("n1", Annotations.NODE_NETWORK_BANDWIDTH, "25G");

        await().until(() -> reportIntervalSeconds() == 7);
        await().until(() -> slo().systemStrategy() != null
                && slo().systemStrategy().totalNetworkBandwidth().toString().equals("25G"));
    }

    @Test
    void anUnreadableBandwidthTakesTheSystemPartAwayAndSaysSo() {
        plane.annotate("n1", Annotations.NODE_NETWORK_BANDWIDTH, "fast");

        await().until(() -> slo().systemStrategy() == null);
        await().untilAsserted(() -> assertThat(
                        plane.client.v1().events().inAnyNamespace().list().getItems())
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

    private NodeSloSpec slo() {
        NodeSLO slo = plane.client.resources(NodeSLO.class).withName("n1").get();
        return slo == null ? null : slo.getSpec();
    }

    private long reportIntervalSeconds() {
        return plane.client
                .resources(NodeMetric.class)
                .withName("n1")
                .get()
                .getSpec()
                .metricCollectPolicy()
                .reportIntervalSeconds();
    }

    private String metrics() {
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
