package io.koordbridge.manager.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dropwizard.testing.DropwizardTestSupport;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeSLO;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManagerProcessTest {

    private static final String ORIGIN = "node.koordinator.sh/originExtendedAllocatable";
    private static final String THIRD_PARTY = "node.koordinator.sh/thirdPartyAllocations";
    private static final String YARN_HOLDS_4000 = """
            {"allocations":[{"name":"hadoop-yarn","priority":"koord-batch",
             "resources":{"kubernetes.io/batch-cpu":"4000","kubernetes.io/batch-memory":"1Gi"}}]}""";

    private static final ControlPlane PLANE = new ControlPlane();
    private static DropwizardTestSupport<ManagerConfiguration> process;
    private static int tests;

    /** A node of each test's own; the interval tells when the process has left the configuration of the test before. */
    private final int reportIntervalSeconds = 60 + ++tests;

    private final String node = "n" + tests;

    @BeforeAll
    static void start() throws Exception {
        PLANE.configure("{\"enable\": true}");
        PLANE.createNode("first");
        process = PLANE.startManager();
        // The embedded server does not tell a watch of what came between its list and its beginning, and there is no
        // NodeMetric at
        // first.
        await().ignoreExceptions().until(() -> {
            PLANE.report("first", "1", Instant.now());
            return PLANE.batchMilliCpu("first") == 8600;
        });
    }

    @AfterAll
    static void stop() {
        process.after();
        PLANE.close();
    }

    @BeforeEach
    void createNode() {
        PLANE.configure("{\"enable\": true, \"metricReportIntervalSeconds\": " + reportIntervalSeconds + "}");
        PLANE.createNode(node);
        await().until(() -> {
            NodeMetric metric =
                    PLANE.client.resources(NodeMetric.class).withName(node).get();
            return metric != null
                    && metric.getSpec().metricCollectPolicy().reportIntervalSeconds() == reportIntervalSeconds;
        });
    }

    @Test
    void givesEachNodeAPolicyAndAnSlo() {
        NodeMetric metric =
                PLANE.client.resources(NodeMetric.class).withName(node).get();
        await().until(() -> PLANE.client.resources(NodeSLO.class).withName(node).get() != null);

        assertThat(metric.getSpec().metricCollectPolicy().reportIntervalSeconds())
                .isEqualTo(reportIntervalSeconds);
        assertThat(PLANE.client
                        .resources(NodeSLO.class)
                        .withName(node)
                        .get()
                        .getSpec()
                        .resourceUsedThresholdWithBE()
                        .cpuSuppressThresholdPercent())
                .isEqualTo(65);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/all-metrics", "/internal-metrics"})
    void servesAllMetricsAtThePathsOfTheReferenceToo(String path) {
        HttpResponse<String> all = ControlPlane.get(process.getAdminPort(), path);

        assertThat(all.statusCode()).isEqualTo(200);
        assertThat(all.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain; version=0.0.4");
        assertThat(families(all)).contains("# TYPE koordinator_manager_is_leader gauge");
        assertThat(families(all))
                .filteredOn(line -> line.startsWith("# TYPE slo_controller"))
                .isNotEmpty()
                .isSubsetOf(families(ControlPlane.get(process.getAdminPort(), "/metrics")));
    }

    @Test
    void hasNoExternalMetricsAndSaysSo() {
        HttpResponse<String> none = ControlPlane.get(process.getAdminPort(), "/external-metrics");

        assertThat(none.statusCode()).isEqualTo(200);
        assertThat(families(none)).isEmpty();
    }

    private static List<String> families(HttpResponse<String> metrics) {
        return metrics.body().lines().filter(line -> line.startsWith("# TYPE")).toList();
    }

    @Test
    void publishesStatusAndOriginAfterAReport() {
        PLANE.report(node, "1", Instant.now());
        await().until(() -> PLANE.batchMilliCpu(node) == 8600);

        PLANE.report(node, "3", Instant.now());

        await().until(() -> PLANE.batchMilliCpu(node) == 6600);
        await().until(() -> origin(node).equals("6600"));
    }

    @Test
    void subtractsThirdPartiesAndKeepsTheLastReadableValue() {
        PLANE.report(node, "1", Instant.now());
        await().until(() -> PLANE.batchMilliCpu(node) == 8600);

        PLANE.annotate(node, THIRD_PARTY, YARN_HOLDS_4000);
        await().until(() -> PLANE.batchMilliCpu(node) == 4600);
        PLANE.annotate(node, THIRD_PARTY, "{\"allocations\": 7}");
        PLANE.report(node, "1100m", Instant.now());

        await().until(() -> PLANE.batchMilliCpu(node) == 4500);
        await().untilAsserted(() -> assertThat(
                        PLANE.client.v1().events().inAnyNamespace().list().getItems())
                .extracting(Event::getReason)
                .contains("ThirdPartyAllocationsUnreadable"));
    }

    @Test
    void publishesASmallFallAndHoldsASmallRiseBack() {
        PLANE.report(node, "1", Instant.now());
        await().until(() -> PLANE.batchMilliCpu(node) == 8600);

        PLANE.report(node, "1010m", Instant.now());
        await().until(() -> PLANE.batchMilliCpu(node) == 8590);
        PLANE.report(node, "1", Instant.now());

        await().until(() -> explain(node).at("/decision/reason").asText().equals("HELD_BACK"));
        assertThat(PLANE.batchMilliCpu(node)).isEqualTo(8590);
    }

    @Test
    void aBrokenConfigurationKeepsTheLastGoodOneAndTellsWhy() {
        PLANE.report(node, "1", Instant.now());
        await().until(() -> PLANE.batchMilliCpu(node) == 8600);

        PLANE.configure("{\"enable\": true, \"cpuReclaimThresholdPercent\": \"seventy\"}");

        await().untilAsserted(() -> assertThat(
                        PLANE.client.v1().events().inAnyNamespace().list().getItems())
                .anySatisfy(event -> {
                    assertThat(event.getReason()).isEqualTo("ColocationCfgUnmarshalFailed");
                    assertThat(event.getMessage()).contains("cpuReclaimThresholdPercent", "seventy", "whole number");
                }));
        assertThat(PLANE.batchMilliCpu(node)).isEqualTo(8600);
        PLANE.configure("{\"enable\": true, \"cpuReclaimThresholdPercent\": 70}");
        await().until(() -> PLANE.batchMilliCpu(node) == 10_200);
    }

    @Test
    void dampedCapacityShrinksAtOnceAndGrowsInStepsThatAreEachWritten() {
        PLANE.configure("""
                {"enable": true, "extensions": {"damping": {"growStepPercent": 5, "growIntervalSeconds": 1}}}""");
        PLANE.report(node, "9", Instant.now());
        await().until(() -> PLANE.batchMilliCpu(node) == 600);
        await().until(() -> explain(node).at("/damping/on").asBoolean());

        PLANE.report(node, "7", Instant.now());
        await().until(() -> batchCpuWrites().endsWith(",2600"));
        PLANE.report(node, "8", Instant.now());

        await().until(() -> batchCpuWrites().endsWith(",1600"));
        assertThat(batchCpuWrites()).endsWith("600,1400,2200,2600,1600");
        assertThat(explain(node).at("/decision/reason").asText()).isIn("UNCHANGED", "ABOVE_THRESHOLD");
    }

    @Test
    void switchedOffItRemovesTheResources() {
        PLANE.report(node, "1", Instant.now());
        await().until(() -> PLANE.batchMilliCpu(node) == 8600);

        PLANE.configure("{\"enable\": false}");

        await().until(() -> PLANE.batchMilliCpu(node) == -1);
        await().until(() -> origin(node).equals("0"));
    }

    @Test
    void writesNothingWhileNothingChanges() {
        Instant reported = Instant.now().minusSeconds(10);
        PLANE.report(node, "1", reported);
        await().until(() -> origin(node).equals("8600"));
        await().until(() -> explain(node).at("/decision/reason").asText().equals("UNCHANGED"));
        String version = PLANE.node(node).getMetadata().getResourceVersion();

        for (int i = 1; i <= 5; i++) {
            PLANE.report(node, "1", reported.plusSeconds(i));
        }

        String last = reported.plusSeconds(5)
                .truncatedTo(java.time.temporal.ChronoUnit.SECONDS)
                .toString();
        await().until(() -> explain(node).at("/report/reportedAt").asText().equals(last));
        assertThat(PLANE.node(node).getMetadata().getResourceVersion()).isEqualTo(version);
    }

    @Test
    void explainsEveryTermOfTheLastCalculation() {
        PLANE.report(node, "1", Instant.now());
        await().until(() -> PLANE.batchMilliCpu(node) == 8600);

        JsonNode explanation = await().until(
                        () -> explain(node),
                        pass -> pass.at("/split/podsMilliCpu").asLong() == 8600);

        assertThat(explanation.path("terms").findValuesAsText("name"))
                .contains("capacity", "margin", "reserved", "system", "highPriorityUsed", "usage");
        assertThat(explanation.at("/decision/lastWriteCause").asText()).isNotEmpty();
        assertThat(Instant.parse(explanation.at("/decision/changesSince").asText()))
                .isBeforeOrEqualTo(Instant.parse(explanation.at("/calculatedAt").asText()));
    }

    @Test
    void everySumEndsInThePublishedValueAndNamesItsRules() {
        PLANE.configure("""
                {"enable": true, "extensions": {"damping": {"roundMemoryMiB": 512}},
                 "nodeConfigs": [{"name": "all", "nodeSelector": {}, "cpuReclaimThresholdPercent": 70}]}""");
        PLANE.annotate(node, THIRD_PARTY, YARN_HOLDS_4000);
        PLANE.report(node, "1500m", Instant.now());
        await().until(() -> PLANE.batchMilliCpu(node) == 5700);
        PLANE.report(node, "2", Instant.now());
        await().until(() -> batchCpuWrites().endsWith("5700,5200"));

        JsonNode explanation = explain(node);

        Map<String, Quantity> shown = PLANE.node(node).getStatus().getAllocatable();
        assertThat(explanation.path("sums")).hasSize(4).allSatisfy(sum -> {
            JsonNode last = sum.path("steps").path(sum.path("steps").size() - 1);
            BigDecimal onNode =
                    Quantities.decimal(shown.get(sum.path("resource").asText()));
            assertThat(last.path("value").decimalValue()).isEqualByComparingTo(onNode);
            assertThat(sum.path("result").decimalValue()).isEqualByComparingTo(onNode);
            assertThat(sum.path("onNode").decimalValue()).isEqualByComparingTo(onNode);
            assertThat(sum.path("published").asBoolean()).isTrue();
        });
        assertThat(explanation.at("/sums/0/steps/1/source").asText())
                .isEqualTo("cpuReclaimThresholdPercent 70 (cluster, nodeConfigs 'all')");
        assertThat(explanation.at("/sums/0/steps/2/ageSeconds").isNumber()).isTrue();
        assertThat(explanation.at("/damping/on").asBoolean()).isTrue();
        assertThat(explanation.at("/damping/batch/memory/published").asLong() % (512L << 20))
                .isZero();
        JsonNode change =
                explanation.path("changes").path(explanation.path("changes").size() - 1);
        assertThat(change.path("resource").asText()).isEqualTo("kubernetes.io/batch-cpu");
        assertThat(change.path("beforeValue").asLong()).isEqualTo(5700);
        assertThat(change.path("afterValue").asLong()).isEqualTo(5200);
        assertThat(change.path("why").asText()).isEqualTo("ORIGIN_FELL");
        assertThat(change.path("because").asText()).isEqualTo("CALCULATED: system +0.500 cores");
    }

    /** What was written to the node, in its order: a look at the node itself may come too late for one of them. */
    private String batchCpuWrites() {
        List<String> amounts = new ArrayList<>();
        explain(node).path("changes").forEach(change -> {
            if (change.path("resource").asText().equals("kubernetes.io/batch-cpu")) {
                amounts.add(change.path("afterValue").asText());
            }
        });
        return String.join(",", amounts);
    }

    private static String origin(String node) {
        return ControlPlane.json(PLANE.annotation(node, ORIGIN))
                .at("/resources/kubernetes.io~1batch-cpu")
                .asText();
    }

    private static JsonNode explain(String node) {
        return ControlPlane.json(ControlPlane.get(process.getLocalPort(), "/api/v1/nodes/" + node + "/explain")
                .body());
    }
}
