package io.koordbridge.capacity.resourceamplification;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.resourceamplification.AmplificationOutcome.Reason;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.sloconfig.KeyState;
import io.koordbridge.sloconfig.noderatios.NodeRatioSchemas;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceAmplificationTest {

    @Test
    void multipliesTheCpuRatioWithTheNormalizationThatTheNodeShows() {
        AmplificationOutcome outcome = calculate("{\"cpu\": 1.5, \"memory\": 1}", "1.20");

        assertThat(outcome.annotation()).contains("{\"cpu\":1.80,\"memory\":1.00}");
        assertThat(outcome.cpuFactor()).isEqualTo(1.5 * 1.2);
    }

    @Test
    void acceptsACpuRatioBelowOneThatNormalizationLifts() {
        assertThat(calculate("{\"cpu\": 0.8}", "1.50").annotation()).contains("{\"cpu\":1.20}");
        assertThat(calculate("{\"cpu\": 0.8}", "1.20").reason()).isEqualTo(Reason.RATIO_BELOW_ONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "NaN", "Inf", "0", "-1", "1.2x", "1e999", "0x1"})
    void failsOnAnInvalidNormalizationAndRemovesTheAnnotation(String normalization) {
        AmplificationOutcome outcome = calculate("{\"memory\": 2}", normalization);

        assertThat(outcome.failed()).isTrue();
        assertThat(outcome.preparation().annotations())
                .containsEntry(Annotations.NODE_AMPLIFICATION_RATIO, Optional.empty());
    }

    @Test
    void removesTheAnnotationWithoutAConfigurationAsAfterEveryFailure() {
        AmplificationOutcome outcome =
                ResourceAmplification.calculate(KeyState.initial(NodeRatioSchemas.AMPLIFICATION), Map.of(), Map.of());

        assertThat(outcome.failed()).isTrue();
        assertThat(outcome.preparation().preparedAnnotations(Map.of(Annotations.NODE_AMPLIFICATION_RATIO, "{}")))
                .isEmpty();
    }

    @Test
    void countsANullRatioAsZero() {
        assertThat(calculate("{\"memory\": null}", "1").detail()).isEqualTo("memory = 0.0, allowed: >= 1");
    }

    @Test
    void survivesAFactorBeyondAllNumbers() {
        assertThat(calculate("{\"cpu\": 1e308}", "1e308").failed()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({", , false", "'', , false", "{}, , true", "'{\"cpu\":1.2}', '{\"cpu\":1.20}', true"})
    void comparesTheAnnotationAsText(String shown, String prepared, boolean writes) {
        assertThat(ResourceAmplification.metaCheck(shown, prepared)).isEqualTo(writes);
    }

    private static AmplificationOutcome calculate(String ratios, String normalization) {
        String text = "{\"enable\": true, \"resourceAmplificationRatio\": " + ratios + "}";
        KeyState config = KeyState.initial(NodeRatioSchemas.AMPLIFICATION)
                .next(NodeRatioSchemas.AMPLIFICATION, Map.of(NodeRatioSchemas.AMPLIFICATION.key(), text))
                .state();
        return ResourceAmplification.calculate(
                config, Map.of(), Map.of(Annotations.NODE_CPU_NORMALIZATION_RATIO, normalization));
    }
}
