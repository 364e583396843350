package io.koordbridge.sloconfig.colocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.koordbridge.protocol.Annotations;
import io.koordbridge.sloconfig.Problem;
import io.koordbridge.sloconfig.Problem.Kind;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader.State;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader.Step;
import io.koordbridge.sloconfig.damping.DampingStrategy;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DampingInStrategiesTest {

    private static final Map<String, String> POOL_A = Map.of("pool", "a");
    private static final String GOOD = """
            {"enable": true, "extensions": {"damping": {"growStepPercent": 10}, "other": 1},
             "nodeConfigs": [{"name": "a", "nodeSelector": {"matchLabels": {"pool": "a"}},
                              "extensions": {"damping": {"holdRangePercent": 7}}},
                             {"name": "b", "nodeSelector": {"matchLabels": {"pool": "b"}}}]}
            """;

    @Test
    void anEntryReplacesTheClustersWholeAndInheritsItOtherwise() {
        State state = read(State.INITIAL, GOOD).state();

        assertThat(damping(state, POOL_A, Map.of()).batch().growth()).isNull();
        assertThat(damping(state, POOL_A, Map.of()).batch().holdRangePercent()).isEqualTo(7);
        assertThat(damping(state, Map.of("pool", "b"), Map.of()).batch().growth())
                .isNotNull();
        assertThat(damping(state, Map.of(), Map.of()).batch().growth()).isNotNull();
    }

    @Test
    void anAnnotationOfTheNodeWinsAndSwitchesOffWithNull() {
        State state = read(State.INITIAL, GOOD).state();

        assertThat(damping(state, POOL_A, annotation("{\"extensions\": {\"damping\": {\"holdRangePercent\": 3}}}"))
                        .batch()
                        .holdRangePercent())
                .isEqualTo(3);
        assertThat(damping(state, POOL_A, annotation("{\"extensions\": {\"damping\": {\"enable\": false}}}")))
                .isEqualTo(DampingStrategy.OFF);
        assertThat(damping(state, POOL_A, annotation("{\"extensions\": {\"damping\": null}}")))
                .isEqualTo(DampingStrategy.OFF);
    }

    @Test
    void aBadDampingKeepsTheLastGoodOneWhileTheRestComesIntoForce() {
        State good = read(State.INITIAL, GOOD).state();

        Step step = read(good, """
                {"enable": true, "cpuReclaimThresholdPercent": 71,
                 "extensions": {"damping": {"growStepPercent": 1000}},
                 "nodeConfigs": [{"name": "a", "nodeSelector": {"matchLabels": {"pool": "a"}},
                                  "extensions": {"damping": {"holdRange": 7}}}]}
                """);

        assertThat(step.state().faulty()).isFalse();
        assertThat(step.state().config().cluster().strategy().cpuReclaimThresholdPercent())
                .isEqualTo(71);
        assertThat(damping(step.state(), Map.of(), Map.of()))
                .isEqualTo(good.config().cluster().damping());
        assertThat(damping(step.state(), POOL_A, Map.of()).batch().holdRangePercent())
                .isEqualTo(7);
        assertThat(step.problems())
                .extracting(Problem::kind, Problem::field)
                .containsExactly(
                        tuple(Kind.OUT_OF_RANGE, "extensions.damping.growStepPercent"),
                        tuple(Kind.NODE_ENTRY_OUT_OF_RANGE, "nodeConfigs[0].extensions.damping.holdRange"));
    }

    @Test
    void aBadDampingFromTheStartIsOff() {
        Step step = read(State.INITIAL, "{\"enable\": true, \"extensions\": {\"damping\": [1]}}");

        assertThat(step.problems()).hasSize(1);
        assertThat(damping(step.state(), Map.of(), Map.of())).isEqualTo(DampingStrategy.OFF);
    }

    @Test
    void aBadAnnotationLeavesWhatTheConfigurationSays() {
        State state = read(State.INITIAL, GOOD).state();

        EffectiveStrategy.ForNode node = EffectiveStrategy.of(
                state.config(), POOL_A, annotation("{\"extensions\": {\"damping\": {\"holdRangePercent\": 99}}}"));

        assertThat(node.damping().batch().holdRangePercent()).isEqualTo(7);
        assertThat(node.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message())
                        .contains(
                                Annotations.NODE_COLOCATION_STRATEGY,
                                "extensions.damping.holdRangePercent = 99",
                                "0..50"));
    }

    private static Step read(State before, String text) {
        return ColocationConfigReader.next(before, Map.of(ColocationSchemas.KEY, text));
    }

    private static DampingStrategy damping(State state, Map<String, String> labels, Map<String, String> annotations) {
        return EffectiveStrategy.of(state.config(), labels, annotations).damping();
    }

    private static Map<String, String> annotation(String text) {
        return Map.of(Annotations.NODE_COLOCATION_STRATEGY, text);
    }
}
