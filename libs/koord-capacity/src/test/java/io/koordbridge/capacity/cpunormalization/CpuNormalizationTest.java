package io.koordbridge.capacity.cpunormalization;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.cpunormalization.NormalizationOutcome.Reason;
import io.koordbridge.capacity.preparation.NodePreparation;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.sloconfig.KeyState;
import io.koordbridge.sloconfig.noderatios.NodeRatioSchemas;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CpuNormalizationTest {

    private static final String MODELS = """
            {"enable": true, "ratioModel": {"M": {"baseRatio": 1.1, "hyperThreadEnabledRatio": 1.2,
             "turboEnabledRatio": 1.3, "hyperThreadTurboEnabledRatio": 1.4}}}
            """;

    @ParameterizedTest
    @CsvSource({"false, false, 1.10", "true, false, 1.20", "false, true, 1.30", "true, true, 1.40"})
    void takesTheRatioOfTheModelByItsSwitches(boolean hyperThread, boolean turbo, String ratio) {
        String info =
                "{\"cpuModel\": \"M\", \"hyperThreadEnabled\": %s, \"turboEnabled\": %s}".formatted(hyperThread, turbo);

        NormalizationOutcome outcome = CpuNormalization.calculate(config(MODELS), Map.of(), topology(info));

        assertThat(outcome.reason()).isEqualTo(Reason.RATIO_OF_MODEL);
        assertThat(outcome.ratioText()).contains(ratio);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "\"M\"", "{\"cpuModel\": 1}", "{\"turboEnabled\": \"true\"}", "{} {}"})
    void failsOnAnInfoThatDoesNotDecodeAndLeavesTheAnnotation(String info) {
        NormalizationOutcome outcome = CpuNormalization.calculate(config(MODELS), Map.of(), topology(info));

        assertThat(outcome.reason()).isEqualTo(Reason.CPU_INFO_INVALID);
        assertThat(outcome.preparation()).isEqualTo(NodePreparation.NOTHING);
    }

    @Test
    void readsFieldNamesInAnyCase() {
        NormalizationOutcome outcome = CpuNormalization.calculate(
                config(MODELS), Map.of(), topology("{\"CPUMODEL\": \"M\", \"TurboEnabled\": true}"));

        assertThat(outcome.ratioText()).contains("1.30");
    }

    @Test
    void fallsBackToTheDefaultRatioForAnInfoThatIsNull() {
        NormalizationOutcome outcome = CpuNormalization.calculate(
                config("{\"enable\": true, \"defaultRatio\": 2}"), Map.of(), topology("null"));

        assertThat(outcome.reason()).isEqualTo(Reason.DEFAULT_RATIO);
        assertThat(outcome.ratioText()).contains("2.00");
    }

    @Test
    void doesNotReadTheTopologyWhenTheLabelSwitchesOff() {
        NormalizationOutcome outcome =
                CpuNormalization.calculate(config(MODELS), Map.of(Labels.NODE_CPU_NORMALIZATION_ENABLED, "F"), null);

        assertThat(outcome.reason()).isEqualTo(Reason.SWITCHED_OFF);
        assertThat(outcome.preparation().annotations())
                .containsEntry(Annotations.NODE_CPU_NORMALIZATION_RATIO, Optional.of("1.00"));
    }

    @Test
    void namesTheRangeOfARatioOutsideOfIt() {
        NormalizationOutcome outcome = CpuNormalization.calculate(
                config("{\"enable\": true, \"defaultRatio\": 5.5}"), Map.of(), topology("{\"cpuModel\": \"M\"}"));

        assertThat(outcome.failed()).isTrue();
        assertThat(outcome.detail()).isEqualTo("M: baseRatio = 5.5, allowed: 1..5");
    }

    @ParameterizedTest
    @CsvSource({
        ", , false",
        ", 1.00, true",
        "1.00, , true",
        "1.20, 1.21, false",
        "1.20, 1.22, true",
        "bad, bad, true",
        "0, 1.00, true",
        "-1, , true",
        "1.20, bad, false",
        ", bad, false"
    })
    void writesMetadataOnlyForARatioThatMoved(String shown, String prepared, boolean writes) {
        assertThat(CpuNormalization.metaCheck(shown, prepared)).isEqualTo(writes);
    }

    private static KeyState config(String text) {
        return KeyState.initial(NodeRatioSchemas.NORMALIZATION)
                .next(NodeRatioSchemas.NORMALIZATION, Map.of(NodeRatioSchemas.NORMALIZATION.key(), text))
                .state();
    }

    private static Map<String, String> topology(String info) {
        return Map.of(Annotations.NRT_CPU_BASIC_INFO, info);
    }
}
