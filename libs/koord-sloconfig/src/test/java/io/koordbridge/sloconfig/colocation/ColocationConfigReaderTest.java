package io.koordbridge.sloconfig.colocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.koordbridge.sloconfig.Problem;
import io.koordbridge.sloconfig.Problem.Kind;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader.State;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader.Step;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ColocationConfigReaderTest {

    private static final String GOOD = "{\"enable\": true, \"cpuReclaimThresholdPercent\": 71}";

    private static Step read(State before, String text) {
        return ColocationConfigReader.next(before, Map.of(ColocationSchemas.KEY, text));
    }

    private static long threshold(State state) {
        return state.config().cluster().strategy().cpuReclaimThresholdPercent();
    }

    @Test
    void isAvailableWithDefaultsWhereNothingIsConfigured() {
        Step noMap = ColocationConfigReader.next(State.INITIAL, null);
        Step noKey = ColocationConfigReader.next(State.INITIAL, Map.of("other", "{}"));

        assertThat(State.INITIAL.available()).isFalse();
        assertThat(noMap.state()).isEqualTo(new State(ColocationConfig.DEFAULT, true, true));
        assertThat(noKey.state()).isEqualTo(new State(ColocationConfig.DEFAULT, true, false));
        assertThat(noKey.changed()).isFalse();
    }

    @Test
    void reportsAChangeOnce() {
        Step first = read(State.INITIAL, GOOD);
        Step again = read(first.state(), GOOD);

        assertThat(threshold(first.state())).isEqualTo(71);
        assertThat(first.changed()).isTrue();
        assertThat(again.changed()).isFalse();
    }

    @Test
    void keepsTheLastGoodTextAndNamesTheLine() {
        State good = read(State.INITIAL, GOOD).state();

        Step unreadable = read(good, "{\"enable\":\n \"perhaps\"}");
        Step outOfRange = read(good, "{\"enable\": true,\n\n \"cpuReclaimThresholdPercent\": -1}");

        assertThat(threshold(unreadable.state())).isEqualTo(71);
        assertThat(unreadable.state().faulty()).isTrue();
        assertThat(unreadable.problems())
                .extracting(Problem::field, Problem::line)
                .containsExactly(tuple("enable", 2));
        assertThat(threshold(outOfRange.state())).isEqualTo(71);
        assertThat(outOfRange.problems())
                .extracting(Problem::field, Problem::value, Problem::line)
                .containsExactly(tuple("cpuReclaimThresholdPercent", "-1", 3));
    }

    @Test
    void isNotAvailableWhileNoTextWasEverGood() {
        Step step = read(State.INITIAL, "{");

        assertThat(step.state().available()).isFalse();
        assertThat(step.state().faulty()).isTrue();
        assertThat(step.problems()).hasSize(1);
    }

    @Test
    void givesAnEntryOutOfRangeTheClustersStrategy() {
        Step step = read(State.INITIAL, """
                {"enable": true, "cpuReclaimThresholdPercent": 71, "nodeConfigs": [
                  {"name": "bad", "nodeSelector": {"matchLabels": {"pool": "a"}}, "cpuReclaimThresholdPercent": -9},
                  {"name": "good", "nodeSelector": {"matchLabels": {"pool": "b"}}, "cpuReclaimThresholdPercent": 40}]}
                """);

        assertThat(step.problems())
                .extracting(Problem::field, Problem::kind)
                .containsExactly(tuple("nodeConfigs[0].cpuReclaimThresholdPercent", Kind.NODE_ENTRY_OUT_OF_RANGE));
        assertThat(step.state().config().entries())
                .extracting(one -> one.merged().strategy().cpuReclaimThresholdPercent())
                .containsExactly(71L, 40L);
    }

    @Test
    void findsAllProblemsOfADocument() throws Exception {
        var document = ColocationSchemas.CONFIG
                .decode("{\"cpuReclaimThresholdPercent\": -1, \"resourceDiffThreshold\": -5, \"nodeConfigs\":"
                        + " [{\"name\": \"x\", \"memoryReclaimThresholdPercent\": -2}]}")
                .tree();

        assertThat(ColocationConfigReader.problems(document))
                .extracting(Problem::field)
                .containsExactlyInAnyOrder(
                        "cpuReclaimThresholdPercent",
                        "resourceDiffThreshold",
                        "nodeConfigs[0].memoryReclaimThresholdPercent");
    }
}
