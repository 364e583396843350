package io.koordbridge.manager.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.explain.NodeSums;
import io.koordbridge.capacity.sum.Step;
import io.koordbridge.protocol.Annotations;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes whose agent says how much online work used: 16 cores, of which 40 % are margin and one is used on average. */
class EstimateSequenceTest {

    private static final String P95 = "{\"enable\": true, \"cpuUsageEstimate\": \"p95\"}";
    private static final String RISK = "{\"enable\": true, \"riskPercent\": 1}";

    private static SinglePasses passes;
    private static int nodes;
    private final String node = "estimated" + ++nodes;
    private Instant reported = Instant.now().minusSeconds(60).truncatedTo(ChronoUnit.SECONDS);

    @BeforeAll
    static void start() {
        passes = new SinglePasses("{\"enable\": true}");
    }

    @BeforeEach
    void createNode() {
        passes.configure(Map.of("colocation-config", "{\"enable\": true}"));
        passes.plane.createNode(node);
    }

    @AfterAll
    static void stop() {
        passes.close();
    }

    @Test
    void aReportWithPercentilesOffersLessAndIsExplained() {
        report(online(3000));
        passes.pass(node);
        assertThat(batchCpu()).isEqualTo(8600);

        passes.configure(Map.of("colocation-config", P95));
        passes.pass(node);

        assertThat(batchCpu()).isEqualTo(6600);
        assertThat(steps()).anySatisfy(step -> {
            assertThat(step.name()).isEqualTo("expected above the mean");
            assertThat(step.value()).isEqualByComparingTo("2000");
            assertThat(step.source()).isEqualTo("p95 of 15 min, cpuUsageEstimate p95 (cluster)");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "{\"at\": \"2020-01-01T00:00:00Z\"}", "{\"at\": 7, \"windows\": [[]]}", "\"\\u0000\""})
    void aHostileAnnotationLeavesTheMeanAndItsReason(String text) {
        report(text);
        passes.pass(node);
        assertThat(batchCpu()).isEqualTo(8600);
        passes.configure(Map.of("colocation-config", P95));
        report(text);
        passes.pass(node);

        assertThat(batchCpu()).isEqualTo(8600);
        assertThat(steps()).anySatisfy(step -> assertThat(step.source()).startsWith("mean, because "));
    }

    @Test
    void theChoiceIsWrittenOnceAndHoldsForTheReplicaThatLeadsNext() {
        passes.configure(Map.of("colocation-config", RISK));
        report(online(3000));
        passes.pass(node);
        String choice = choice();
        assertThat(choice).isEqualTo("{\"cpu\":\"max/900+0.0 care 3.00\",\"cpuRiskPercent\":1.0}");
        assertThat(batchCpu()).isEqualTo(16_000 - 6400 - 5000);
        String version = passes.plane.node(node).getMetadata().getResourceVersion();

        report(online(3000));
        passes.pass(node);
        assertThat(passes.plane.node(node).getMetadata().getResourceVersion()).isEqualTo(version);

        passes.reconciler().begin();
        report(online(3000));
        passes.pass(node);

        assertThat(choice()).isEqualTo(choice);
        assertThat(batchCpu()).isEqualTo(16_000 - 6400 - 5000);
    }

    @Test
    void theChoiceOfAnEarlierLeaderCountsUntilThereIsAHistory() {
        passes.plane.annotate(node, Annotations.NODE_RISK_CHOICE, "{\"cpu\":\"p95/900+6.2 care 2.00\"}");
        passes.configure(Map.of("colocation-config", RISK));
        report(online(3000));
        passes.pass(node);

        // p95 is three cores, the margin 6.2 % of sixteen.
        assertThat(batchCpu()).isEqualTo(16_000 - 6400 - 3992);
        // An older version wrote no risk: the one of now stands beside it from here on.
        assertThat(choice()).isEqualTo("{\"cpu\":\"p95/900+6.2 care 2.00\",\"cpuRiskPercent\":1.0}");
    }

    @Test
    void withoutPercentilesANewNodeOffersNothingForAWhile() {
        passes.configure(Map.of("colocation-config", P95));
        report("{}");
        passes.pass(node);

        assertThat(batchCpu()).isZero();
    }

    @Test
    void aNewLeaderWithoutPercentilesLetsCapacityOnlyFall() {
        passes.configure(Map.of("colocation-config", P95));
        report(online(3000));
        passes.pass(node);
        assertThat(batchCpu()).isEqualTo(6600);

        passes.reconciler().begin();
        report("{}");
        passes.pass(node);

        assertThat(batchCpu()).isEqualTo(6600);
    }

    @Test
    void theChoiceGoesWithTheRisk() {
        passes.configure(Map.of("colocation-config", RISK));
        report(online(3000));
        passes.pass(node);

        passes.configure(Map.of("colocation-config", P95));
        passes.pass(node);

        assertThat(choice()).isEqualTo("null");
        assertThat(batchCpu()).isEqualTo(6600);
    }

    private void report(String onlineUse) {
        reported = reported.plusSeconds(10);
        passes.report(node, "1", onlineUse, reported);
    }

    private static String online(long p95Milli) {
        return """
                {"at": "%s", "windows": [{"seconds": 900,
                  "cpuMilli": {"mean": 1000, "p50": 1000, "p90": 2000, "p95": %d, "p99": 4000, "max": 5000},
                  "memoryBytes": {"mean": 1, "p50": 1, "p90": 1, "p95": 1, "p99": 1, "max": 1}}]}
                """.formatted(Instant.now().truncatedTo(ChronoUnit.SECONDS), p95Milli);
    }

    private List<Step> steps() {
        return NodeSums.ofBatch(passes.reconciler().explain(node).orElseThrow().terms())
                .get(0)
                .steps();
    }

    private String choice() {
        return String.valueOf(
                passes.plane.node(node).getMetadata().getAnnotations().get(Annotations.NODE_RISK_CHOICE));
    }

    private long batchCpu() {
        return passes.plane.batchMilliCpu(node);
    }
}
