package io.koordbridge.sloconfig.colocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.koordbridge.protocol.Annotations;
import io.koordbridge.sloconfig.Problem;
import io.koordbridge.sloconfig.Problem.Kind;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader.State;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader.Step;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy.ForNode;
import io.koordbridge.sloconfig.estimate.EstimateLevel;
import io.koordbridge.sloconfig.estimate.EstimateStrategy;
import io.koordbridge.sloconfig.estimate.EstimateStrategy.ByRisk;
import io.koordbridge.sloconfig.estimate.EstimateStrategy.Fixed;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EstimatesInStrategiesTest {

    private static final String RISK = """
            {"enable": true, "riskPercent": 1,
             "nodeConfigs": [{"name": "a", "nodeSelector": {"matchLabels": {"pool": "a"}}, "cpuUsageEstimate": "p95"},
                             {"name": "b", "nodeSelector": {"matchLabels": {"pool": "b"}}, "riskPercent": 5}]}
            """;

    @Test
    void anEstimateOfAnEntryTakesThePlaceOfTheClustersRisk() {
        State state = read(State.INITIAL, RISK).state();

        assertThat(cpu(state, "none", Map.of())).isEqualTo(new ByRisk(1));
        assertThat(cpu(state, "a", Map.of())).isEqualTo(new Fixed(EstimateLevel.P95, Duration.ofMinutes(15)));
        assertThat(cpu(state, "b", Map.of())).isEqualTo(new ByRisk(5));
    }

    @Test
    void aRiskOfAnAnnotationTakesThePlaceOfAnEstimate() {
        State state = read(State.INITIAL, RISK).state();

        assertThat(cpu(state, "a", annotation("{\"riskPercent\": 2}"))).isEqualTo(new ByRisk(2));
        assertThat(cpu(state, "b", annotation("{\"cpuUsageEstimate\": \"mean\"}")))
                .isEqualTo(EstimateStrategy.DEFAULT.cpu());
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpuUsageEstimateWindowSeconds", "memoryUsageEstimateWindowSeconds"})
    void aWindowAloneEndsNoRisk(String window) {
        State state = read(State.INITIAL, """
                {"enable": true, "riskPercent": 1, "memoryRiskPercent": 2,
                 "nodeConfigs": [{"name": "a", "nodeSelector": {"matchLabels": {"pool": "a"}}, "%s": 600}]}
                """.formatted(window)).state();
        ForNode byEntry = forNode(state, "a", Map.of());
        ForNode byAnnotation = forNode(state, "none", annotation("{\"" + window + "\": 300}"));

        for (ForNode node : List.of(byEntry, byAnnotation)) {
            assertThat(node.estimate().cpu()).isEqualTo(new ByRisk(1));
            assertThat(node.estimate().memory()).isEqualTo(new ByRisk(2));
            assertThat(node.valid()).isTrue();
            assertThat(node.problems()).isEmpty();
        }
    }

    @Test
    void aWindowAloneRefinesAnInheritedEstimate() {
        State state = read(State.INITIAL, RISK).state();

        assertThat(cpu(state, "a", annotation("{\"cpuUsageEstimateWindowSeconds\": 300}")))
                .isEqualTo(new Fixed(EstimateLevel.P95, Duration.ofMinutes(5)));
    }

    @Test
    void bothInOnePartAreAnErrorThatNamesBoth() {
        State good = read(State.INITIAL, RISK).state();

        Step step = read(good, """
                {"enable": true,
                 "cpuUsageEstimate": "p99",
                 "riskPercent": 1}""");

        assertThat(step.state().faulty()).isTrue();
        assertThat(step.state().config()).isEqualTo(good.config());
        assertThat(step.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message())
                        .isEqualTo("colocation-config: riskPercent = 1.0 (line 3), allowed: either it or"
                                + " cpuUsageEstimate = p99, not both"));
    }

    @Test
    void anEntryWithBothTakesTheClusters() {
        Step step = read(State.INITIAL, """
                {"enable": true, "memoryRiskPercent": 1,
                 "nodeConfigs": [{"name": "a", "nodeSelector": {"matchLabels": {"pool": "a"}},
                                  "memoryUsageEstimateWindowSeconds": 600, "memoryRiskPercent": 3}]}
                """);

        assertThat(step.state().faulty()).isFalse();
        assertThat(forNode(step.state(), "a", Map.of()).estimate().memory()).isEqualTo(new ByRisk(1));
        assertThat(step.problems())
                .extracting(Problem::kind, Problem::field)
                .containsExactly(tuple(Kind.NODE_ENTRY_OUT_OF_RANGE, "nodeConfigs[0].memoryRiskPercent"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"cpuUsageEstimate\": \"p50\"}",
                "{\"cpuUsageEstimate\": \"P95\"}",
                "{\"memoryUsageEstimate\": \"much\"}",
                "{\"cpuUsageEstimateWindowSeconds\": 59}",
                "{\"memoryUsageEstimateWindowSeconds\": 86401}",
                "{\"riskPercent\": 0}",
                "{\"riskPercent\": 20.5}",
                "{\"memoryRiskPercent\": -1}"
            })
    void aValueOutOfRangeKeepsWhatWasInForce(String text) {
        State good = read(State.INITIAL, RISK).state();

        assertThat(read(good, text).state().config()).isEqualTo(good.config());
        assertThat(read(good, text).problems()).hasSize(1);

        ForNode node = forNode(good, "b", annotation(text));
        assertThat(node.estimate()).isEqualTo(forNode(good, "b", Map.of()).estimate());
        assertThat(node.valid()).isTrue();
        assertThat(node.problems())
                .singleElement()
                .extracting(Problem::key)
                .isEqualTo(Annotations.NODE_COLOCATION_STRATEGY);
    }

    @Test
    void anAnnotationWithBothLeavesTheRestOfItInForce() {
        State state = read(State.INITIAL, RISK).state();

        ForNode node = forNode(
                state,
                "b",
                annotation("{\"cpuReclaimThresholdPercent\": 71, \"riskPercent\": 2, \"cpuUsageEstimate\": \"max\"}"));

        assertThat(node.strategy().cpuReclaimThresholdPercent()).isEqualTo(71);
        assertThat(node.estimate().cpu()).isEqualTo(new ByRisk(5));
        assertThat(node.problems()).extracting(Problem::field).containsExactly("riskPercent");
    }

    private static Step read(State before, String text) {
        return ColocationConfigReader.next(before, Map.of(ColocationSchemas.KEY, text));
    }

    private static EstimateStrategy.Rule cpu(State state, String pool, Map<String, String> annotations) {
        return forNode(state, pool, annotations).estimate().cpu();
    }

    private static ForNode forNode(State state, String pool, Map<String, String> annotations) {
        return EffectiveStrategy.of(state.config(), Map.of("pool", pool), annotations);
    }

    private static Map<String, String> annotation(String text) {
        return Map.of(Annotations.NODE_COLOCATION_STRATEGY, text);
    }
}
