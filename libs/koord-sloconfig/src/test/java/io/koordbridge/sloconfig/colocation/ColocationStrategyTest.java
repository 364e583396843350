package io.koordbridge.sloconfig.colocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.sloconfig.Problem;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ColocationStrategyTest {

    private static final Duration LONGEST = Duration.ofDays(3650);

    private static EffectiveStrategy.ForNode of(Map<String, String> labels, Map<String, String> annotations) {
        return EffectiveStrategy.of(ColocationConfigReader.State.INITIAL.config(), labels, annotations);
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "", "-0.5", "NaN", "80%"})
    void aRatioLabelThatIsNoNumberIsLeftOutAndNamed(String text) {
        EffectiveStrategy.ForNode node = of(Map.of(Labels.NODE_CPU_RECLAIM_RATIO, text), Map.of());

        assertThat(node.strategy().cpuReclaimThresholdPercent()).isEqualTo(60);
        assertThat(node.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message())
                        .startsWith("node.koordinator.sh/cpu-reclaim-ratio = ")
                        .endsWith("allowed: a decimal fraction from 0 on, such as 0.8"));
    }

    @Test
    void valuesOfAnAnnotationOutsideTheirRangeHoldAndAreNamed() {
        EffectiveStrategy.ForNode node =
                of(Map.of(), Map.of(Annotations.NODE_COLOCATION_STRATEGY, "{\"degradeTimeMinutes\": 0}"));

        assertThat(node.strategy().degradeAfter()).isZero();
        assertThat(node.valid()).isFalse();
        assertThat(node.problems()).isEmpty();
        assertThat(node.outside())
                .extracting(Problem::message)
                .containsExactly("node.koordinator.sh/colocation-strategy: degradeTimeMinutes = 0, allowed: > 0");
        assertThat(of(Map.of(Labels.NODE_CPU_RECLAIM_RATIO, "1.5"), Map.of()).outside())
                .isEmpty();
    }

    @Test
    void aFieldOfAnAnnotationThatNobodyKnowsIsNamedAndTheOthersHold() {
        String annotation = "{\"cpuReclaimThresholdPercnt\": 70, \"memoryReclaimThresholdPercent\": 50}";
        EffectiveStrategy.ForNode node = of(Map.of(), Map.of(Annotations.NODE_COLOCATION_STRATEGY, annotation));

        assertThat(node.strategy().memoryReclaimThresholdPercent()).isEqualTo(50);
        assertThat(node.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message())
                        .startsWith("node.koordinator.sh/colocation-strategy = cpuReclaimThresholdPercnt (line 1),"
                                + " allowed: one of the fields enable, ")
                        .contains("cpuReclaimThresholdPercent"));
    }

    @Test
    void valuesOfTheConfigMapOutsideTheirRangeAreNamedWithTheirLines() {
        String cluster = "{\"enable\": true,\n\n\"degradeTimeMinutes\": 0}";
        String entry = "{\"nodeConfigs\": [\n{\"name\": \"a\",\n\"degradeTimeMinutes\": 0}]}";

        assertThat(read(cluster)).extracting(Problem::line).containsExactly(3);
        assertThat(read(entry)).extracting(Problem::line).containsExactly(3);
        assertThat(read("{\"extensions\": {\n\"damping\": {\n\"growStepPercent\": 0}}}"))
                .extracting(Problem::line)
                .allMatch(line -> line > 0);
    }

    private static List<Problem> read(String document) {
        return ColocationConfigReader.next(
                        ColocationConfigReader.State.INITIAL, Map.of(ColocationSchemas.KEY, document))
                .problems();
    }

    @ParameterizedTest
    @CsvSource({"15, PT15M", "9223372036854775807, PT87600H", "-9223372036854775808, PT-87600H"})
    void timesOfANodesOwnStrategyStayWithinTenYears(long minutes, Duration expected) {
        ColocationStrategy strategy = EffectiveStrategy.of(
                        ColocationConfigReader.State.INITIAL.config(),
                        Map.of(),
                        Map.of(
                                Annotations.NODE_COLOCATION_STRATEGY,
                                "{\"degradeTimeMinutes\": %1$d, \"updateTimeThresholdSeconds\": %1$d}"
                                        .formatted(minutes)))
                .strategy();

        assertThat(strategy.degradeAfter()).isEqualTo(expected);
        assertThat(strategy.writeAgainAfter()).isBetween(LONGEST.negated(), LONGEST);
    }
}
