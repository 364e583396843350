package io.koordbridge.sloconfig.colocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.sloconfig.Problem;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy.ForNode;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EffectiveStrategyTest {

    private static final Map<String, String> POOL_A = Map.of("pool", "a");
    private static final ColocationConfig CONFIG = config("""
            {"enable": true, "cpuReclaimThresholdPercent": 60, "memoryReclaimThresholdPercent": 65,
             "nodeConfigs": [
               {"name": "a", "nodeSelector": {"matchLabels": {"pool": "a"}}, "cpuReclaimThresholdPercent": 70},
               {"name": "off", "nodeSelector": {"matchLabels": {"pool": "off"}}, "enable": false}]}""");

    private static ColocationConfig config(String text) {
        return ColocationConfigReader.next(ColocationConfigReader.State.INITIAL, Map.of(ColocationSchemas.KEY, text))
                .state()
                .config();
    }

    private static ForNode annotated(String strategy) {
        return EffectiveStrategy.of(CONFIG, POOL_A, Map.of(Annotations.NODE_COLOCATION_STRATEGY, strategy));
    }

    @Test
    void laysTheEntryOverTheCluster() {
        ForNode other = EffectiveStrategy.of(CONFIG, Map.of(), Map.of());
        ForNode ofPool = EffectiveStrategy.of(CONFIG, POOL_A, Map.of());

        assertThat(other.strategy().cpuReclaimThresholdPercent()).isEqualTo(60);
        assertThat(other.sources()).containsExactly("cluster");
        assertThat(ofPool.strategy().cpuReclaimThresholdPercent()).isEqualTo(70);
        assertThat(ofPool.strategy().memoryReclaimThresholdPercent()).isEqualTo(65);
        assertThat(ofPool.sources()).containsExactly("cluster", "nodeConfigs 'a'");
    }

    @Test
    void laysTheAnnotationOverTheEntryAndLabelsOverTheAnnotation() {
        ForNode found = EffectiveStrategy.of(
                CONFIG,
                Map.of("pool", "a", Labels.NODE_MEMORY_RECLAIM_RATIO, "0.8"),
                Map.of(
                        Annotations.NODE_COLOCATION_STRATEGY,
                        "{\"cpuReclaimThresholdPercent\": 75, \"memoryReclaimThresholdPercent\": 75}"));

        assertThat(found.strategy().cpuReclaimThresholdPercent()).isEqualTo(75);
        assertThat(found.strategy().memoryReclaimThresholdPercent()).isEqualTo(80);
        assertThat(found.sources()).hasSize(4);
        assertThat(found.problems()).isEmpty();
    }

    /** Double arithmetic, then truncated: 0.29 is 28 percent, as the reference has it. */
    @ParameterizedTest
    @CsvSource({"0.8, 80", "0.29, 28", "0, 0", "1, 100", "1.5, 150"})
    void truncatesTheRatioOfALabel(String ratio, long percent) {
        ForNode found = EffectiveStrategy.of(CONFIG, Map.of(Labels.NODE_CPU_RECLAIM_RATIO, ratio), Map.of());

        assertThat(found.strategy().cpuReclaimThresholdPercent()).isEqualTo(percent);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-0.1", "much", "NaN", ""})
    void reportsALabelThatIsNoRatioAndKeepsTheRest(String ratio) {
        ForNode found = EffectiveStrategy.of(CONFIG, Map.of(Labels.NODE_CPU_RECLAIM_RATIO, ratio), Map.of());

        assertThat(found.strategy().cpuReclaimThresholdPercent()).isEqualTo(60);
        assertThat(found.problems())
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .contains(Labels.NODE_CPU_RECLAIM_RATIO, "decimal fraction");
    }

    @Test
    void needsClusterAndNodeToBeOn() {
        ColocationConfig off = config("{\"enable\": false}");
        String on = "{\"enable\": true}";

        assertThat(EffectiveStrategy.of(CONFIG, POOL_A, Map.of()).nodeEnabled()).isTrue();
        assertThat(EffectiveStrategy.of(CONFIG, Map.of("pool", "off"), Map.of()).nodeEnabled())
                .isFalse();
        assertThat(annotated("{\"enable\": false}").nodeEnabled()).isFalse();
        assertThat(EffectiveStrategy.of(off, Map.of(), Map.of(Annotations.NODE_COLOCATION_STRATEGY, on))
                        .nodeEnabled())
                .isFalse();
    }

    @Test
    void leavesAnUnreadableAnnotationOutAsAWhole() {
        ForNode found = annotated("{\"cpuReclaimThresholdPercent\": \"many\", \"memoryReclaimThresholdPercent\": 90}");

        assertThat(found.strategy().cpuReclaimThresholdPercent()).isEqualTo(70);
        assertThat(found.strategy().memoryReclaimThresholdPercent()).isEqualTo(65);
        assertThat(found.sources()).doesNotContain("annotation " + Annotations.NODE_COLOCATION_STRATEGY);
        assertThat(found.problems()).hasSize(1);
    }

    @Test
    void reportsAnUnknownFieldAndTakesTheOthers() {
        ForNode found = annotated("{\"cpuReclaimThreshold\": 5, \"memoryReclaimThresholdPercent\": 90}");

        assertThat(found.strategy().memoryReclaimThresholdPercent()).isEqualTo(90);
        assertThat(found.problems())
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .contains("cpuReclaimThreshold", "cpuReclaimThresholdPercent");
    }

    @Test
    void isInvalidWithAValueOutOfItsRange() {
        ForNode found = annotated("{\"cpuReclaimThresholdPercent\": -1}");

        assertThat(found.valid()).isFalse();
        assertThat(found.outside()).singleElement().extracting(Problem::field).isEqualTo("cpuReclaimThresholdPercent");
        assertThat(annotated("{}").valid()).isTrue();
    }
}
