package io.koordbridge.scheduler.normalization;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.protocol.Annotations;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.normalization.AmplifiedCpuFit.Question;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AmplifiedCpuFitTest {

    private static final NodeRatios DOUBLE = new NodeRatios(2, Map.of("cpu", 2.0), false, 1, List.of());

    @Test
    void countsExclusiveCpusWithTheRatio() {
        // Two exclusive cpus of 32 amplified ones take 4: 28 are left.
        assertThat(AmplifiedCpuFit.fits(new Question(28_000, false, 32_000, 2_000, 2), DOUBLE))
                .isTrue();
        assertThat(AmplifiedCpuFit.fits(new Question(28_001, false, 32_000, 2_000, 2), DOUBLE))
                .isFalse();
    }

    @Test
    void countsARequestForExclusiveCpusWithTheRatio() {
        assertThat(AmplifiedCpuFit.fits(new Question(16_000, true, 32_000, 0, 0), DOUBLE))
                .isTrue();
        assertThat(AmplifiedCpuFit.fits(new Question(16_001, true, 32_000, 0, 0), DOUBLE))
                .isFalse();
    }

    @Test
    void doesNotCountExclusiveCpusThatRequestsDoNotCover() {
        assertThat(AmplifiedCpuFit.used(1_000, 2, DOUBLE)).isEqualTo(1_000);
    }

    @Test
    void hasNothingToSayAboutOtherNodes() {
        assertThat(AmplifiedCpuFit.fits(new Question(99_000, false, 16_000, 0, 0), NodeRatios.NONE))
                .isTrue();
        assertThat(AmplifiedCpuFit.fits(new Question(0, false, 0, 9_000, 0), DOUBLE))
                .isTrue();
    }

    @Test
    void roundsTheAmplifiedAmountUp() {
        assertThat(new NodeRatios(1.33, Map.of("cpu", 1.33), false, 1, List.of()).amplify(1_001))
                .isEqualTo(1_332);
    }

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
    void tellsOfARatioBelowOne() {
        NodeRatios ratios = NodeRatioReader.read(
                Samples.node("n1", 0, "0", Map.of(Annotations.NODE_AMPLIFICATION_RATIO, "{\"cpu\":0.80}")));

        assertThat(ratios.problems())
                .singleElement()
                .asString()
                .endsWith("ratio of cpu 0.8 counts as 1, allowed is 1.00 and more");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fast", "-1", "0", "NaN", "Infinity"})
    void namesANormalizationRatioThatIsNone(String broken) {
        NodeRatios ratios = NodeRatioReader.read(
                Samples.node("n1", 0, "0", Map.of(Annotations.NODE_CPU_NORMALIZATION_RATIO, broken)));

        assertThat(ratios.cpuNormalization()).isEqualTo(1);
        assertThat(ratios.problems()).singleElement().asString().contains("n1", broken, "counts as 1");
    }

    @ParameterizedTest
    @ValueSource(doubles = {17.5, 0.5, 5.01})
    void tellsOfANormalizationRatioThatNobodyCalculates(double ratio) {
        NodeRatios ratios = NodeRatioReader.read(
                Samples.node("n1", 0, "0", Map.of(Annotations.NODE_CPU_NORMALIZATION_RATIO, Double.toString(ratio))));

        assertThat(ratios.cpuNormalization()).isEqualTo(ratio);
        assertThat(ratios.problems())
                .singleElement()
                .asString()
                .endsWith("= '" + ratio + "' counts as it is, allowed is a number from 1.00 to 5.00");
    }
}
