package io.koordbridge.scheduler.facts.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.protocol.Annotations;
import io.koordbridge.scheduler.Samples;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeRatioReaderTest {

    @ParameterizedTest
    @ValueSource(strings = {"{\"cpu\":\"1.5\"}", "1.5", "{", "[1.5]"})
    void anUnreadableRatioIsNotTakenForNone(String broken) {
        NodeRatios ratios =
                NodeRatioReader.read(Samples.node("n1", 0, "0", Map.of(Annotations.NODE_AMPLIFICATION_RATIO, broken)));

        assertThat(ratios.amplificationUnreadable()).isTrue();
        assertThat(ratios.problems()).singleElement().asString().contains("n1", Annotations.NODE_AMPLIFICATION_RATIO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"memory\":2}", "{\"cpu\":0.80}", "{\"cpu\":1}", "{}", "null"})
    void aRatioUpToOneMeansNone(String harmless) {
        NodeRatios ratios = NodeRatioReader.read(
                Samples.node("n1", 0, "0", Map.of(Annotations.NODE_AMPLIFICATION_RATIO, harmless)));

        assertThat(ratios.amplified()).isFalse();
        assertThat(ratios.amplificationUnreadable()).isFalse();
    }

    @Test
    void reportsARatioBelowOne() {
        NodeRatios ratios = NodeRatioReader.read(
                Samples.node("n1", 0, "0", Map.of(Annotations.NODE_AMPLIFICATION_RATIO, "{\"cpu\":0.80}")));

        assertThat(ratios.problems())
                .singleElement()
                .asString()
                .endsWith("field cpu: '0.8'; allowed: a number from 1.00 to 1000000; counts as 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fast", "-1", "0", "NaN", "Infinity", "1e9", "1,5"})
    void reportsAnUnreadableNormalizationRatio(String broken) {
        NodeRatios ratios = NodeRatioReader.read(
                Samples.node("n1", 0, "0", Map.of(Annotations.NODE_CPU_NORMALIZATION_RATIO, broken)));

        assertThat(ratios.cpuNormalization()).isEqualTo(1);
        assertThat(ratios.problems()).singleElement().asString().contains("n1", broken, "counts as 1");
    }

    @ParameterizedTest
    @ValueSource(doubles = {17.5, 0.5, 5.01})
    void reportsANormalizationRatioOutOfRange(double ratio) {
        NodeRatios ratios = NodeRatioReader.read(
                Samples.node("n1", 0, "0", Map.of(Annotations.NODE_CPU_NORMALIZATION_RATIO, Double.toString(ratio))));

        assertThat(ratios.cpuNormalization()).isEqualTo(ratio);
        assertThat(ratios.problems())
                .singleElement()
                .asString()
                .endsWith("= '" + ratio + "' counts as it is, allowed is a number from 1.00 to 5.00");
    }
}
