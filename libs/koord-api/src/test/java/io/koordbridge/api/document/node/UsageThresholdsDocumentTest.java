package io.koordbridge.api.document.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.node.UsageThresholdsDocument.Aggregated;
import io.koordbridge.api.document.node.UsageThresholdsDocument.UsageThresholds;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UsageThresholdsDocumentTest {

    @Test
    void readsAllParts() {
        assertThat(UsageThresholdsDocument.read("""
            {"usageThresholds": {"cpu": 0, "memory": 100}, "prodUsageThresholds": {"cpu": 50, "x": null},
             "aggregatedUsage": {"usageThresholds": {"cpu": 60}, "usageAggregationType": "p95",
              "usageAggregatedDuration": "5m0s"}}"""))
                .isEqualTo(Decoded.of(new UsageThresholds(
                        Map.of("cpu", 0L, "memory", 100L),
                        Map.of("cpu", 50L),
                        new Aggregated(Map.of("cpu", 60L), "p95", "5m0s"))));
        assertThat(UsageThresholdsDocument.read("{}")).isEqualTo(Decoded.of(UsageThresholds.NONE));
        assertThat(UsageThresholdsDocument.read("{\"aggregatedUsage\":{\"usageThresholds\":{\"cpu\":5}}}"))
                .isEqualTo(Decoded.of(UsageThresholds.NONE));
        assertThat(UsageThresholdsDocument.read(null).isAbsent()).isTrue();
        assertThat(UsageThresholdsDocument.read("null").isAbsent()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"usageThresholds\":{\"cpu\":101}} | usageThresholds.cpu",
                "{\"prodUsageThresholds\":{\"cpu\":-1}} | prodUsageThresholds.cpu",
                "{\"aggregatedUsage\":{\"usageThresholds\":{\"cpu\":1e9},\"usageAggregationType\":\"p95\"}}"
                        + " | aggregatedUsage.usageThresholds.cpu",
                "{\"aggregatedUsage\":{\"usageThresholds\":{\"cpu\":5},\"usageAggregationType\":\"p42\"}}"
                        + " | aggregatedUsage.usageAggregationType"
            })
    void aWrongPartIsLeftOut(String text, String field) {
        Decoded<UsageThresholds> read = UsageThresholdsDocument.read(text);

        assertThat(read.value()).isIn(UsageThresholds.NONE, null);
        assertThat(read.problems())
                .singleElement()
                .extracting(WireProblem::field)
                .isIn(field, "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{bad", "[]", "7", "{\"usageThresholds\":{\"cpu\":\"most\"}}", "{\"usageThresholds\":[1]}"})
    void refusesWhatCannotBeRead(String text) {
        assertThat(UsageThresholdsDocument.read(text).value()).isNull();
        assertThat(UsageThresholdsDocument.read(text).problems()).hasSize(1);
    }
}
