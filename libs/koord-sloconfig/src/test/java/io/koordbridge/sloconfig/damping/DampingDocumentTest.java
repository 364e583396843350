package io.koordbridge.sloconfig.damping;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.koordbridge.sloconfig.Problem;
import io.koordbridge.sloconfig.Problem.Kind;
import io.koordbridge.sloconfig.damping.DampingDocument.Read;
import io.koordbridge.sloconfig.damping.DampingStrategy.Growth;
import io.koordbridge.sloconfig.damping.DampingStrategy.Rules;
import io.koordbridge.sloconfig.damping.DampingStrategy.SteadyPods;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DampingDocumentTest {

    @Test
    void everyFieldIsRead() {
        DampingStrategy strategy = accepted("""
                {"growStepPercent": 10, "growIntervalSeconds": 120, "holdRangePercent": 5,
                 "batchCPUOversellLimitPercent": 150, "batchMemoryOversellLimitPercent": 110, "roundMemoryMiB": 512,
                 "midCPUOversellLimitPercent": 140, "midMemoryOversellLimitPercent": 120,
                 "mid": {"growStepPercent": 3, "growIntervalSeconds": 600, "holdRangePercent": 0},
                 "steadyPods": {"windowSeconds": 90, "countPodsWithoutMetrics": false}}
                """);

        assertThat(strategy)
                .isEqualTo(new DampingStrategy(
                        new Rules(new Growth(10, Duration.ofMinutes(2)), 5, 150L, 110L),
                        new Rules(new Growth(3, Duration.ofMinutes(10)), 0, 140L, 120L),
                        512,
                        new SteadyPods(Duration.ofSeconds(90), false)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "null",
                "{\"enable\": false, \"growStepPercent\": 10}",
                "{\"steadyPods\": {\"enable\": false}}"
            })
    void nothingIsDampedUnlessAsked(String text) {
        assertThat(accepted(text)).isEqualTo(DampingStrategy.OFF);
        assertThat(DampingDocument.read(null, "k", "p", Kind.OUT_OF_RANGE).strategy())
                .contains(DampingStrategy.OFF);
    }

    @Test
    void whatIsNotSaidHasADefault() {
        DampingStrategy strategy = accepted("{\"growStepPercent\": 20, \"steadyPods\": {}}");

        assertThat(strategy.batch().growth()).isEqualTo(new Growth(20, Duration.ofMinutes(1)));
        assertThat(strategy.steadyPods()).isEqualTo(new SteadyPods(null, true));
    }

    @Test
    void midIsDampedAsBatchIsWhereItSaysNothingElse() {
        Growth growth = new Growth(20, Duration.ofSeconds(30));
        String both = "{\"growStepPercent\": 20, \"growIntervalSeconds\": 30, \"holdRangePercent\": 4,"
                + " \"batchCPUOversellLimitPercent\": 150, \"mid\": ";

        assertThat(accepted(both + "{}}").mid()).isEqualTo(new Rules(growth, 4, null, null));
        assertThat(accepted(both + "null}").mid()).isEqualTo(new Rules(growth, 4, null, null));
        assertThat(accepted(both + "{\"growStepPercent\": 5}}").mid())
                .isEqualTo(new Rules(new Growth(5, Duration.ofSeconds(30)), 4, null, null));
        assertThat(accepted(both + "{\"enable\": false, \"growStepPercent\": 5}}")
                        .mid())
                .isNull();
    }

    @Test
    void stepsOfMidNeedNoStepsOfBatch() {
        DampingStrategy strategy = accepted("{\"mid\": {\"growStepPercent\": 5}}");

        assertThat(strategy.batch()).isEqualTo(Rules.NONE);
        assertThat(strategy.mid()).isEqualTo(new Rules(new Growth(5, Duration.ofMinutes(1)), 0, null, null));
        assertThat(strategy.off()).isFalse();
        assertThat(accepted("{\"mid\": {\"enable\": false}}").off()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"growStepPercent\": 0} | growStepPercent | 0 | 1..100",
                "{\"growStepPercent\": 101} | growStepPercent | 101 | 1..100",
                "{\"growStepPercent\": \"10\"} | growStepPercent | \"10\" | a whole number",
                "{\"growStepPercent\": 1.5} | growStepPercent | 1.5 | a whole number",
                "{\"growIntervalSeconds\": 86401} | growIntervalSeconds | 86401 | 1..86400",
                "{\"holdRangePercent\": 51} | holdRangePercent | 51 | 0..50",
                "{\"batchCPUOversellLimitPercent\": 99} | batchCPUOversellLimitPercent | 99 | 100..1000",
                "{\"midCPUOversellLimitPercent\": 99} | midCPUOversellLimitPercent | 99 | 100..1000",
                "{\"mid\": {\"growStepPercent\": 0}} | mid.growStepPercent | 0 | 1..100",
                "{\"mid\": {\"steadyPods\": {}}} | mid.steadyPods | {} | one of the fields enable, growStepPercent",
                "{\"roundMemoryMiB\": 0} | roundMemoryMiB | 0 | 1..65536",
                "{\"growSteppPercent\": 5} | growSteppPercent | 5 | one of the fields enable, growStepPercent",
                "{\"steadyPods\": {\"windowSeconds\": 0}} | steadyPods.windowSeconds | 0 | 1..3600",
                "{\"steadyPods\": {\"window\": 9}} | steadyPods.window | 9 | one of the fields enable, windowSeconds",
                "[1] |  | [1] | an object",
                "7 |  | 7 | an object",
            })
    void aProblemNamesFieldValueAndRange(String text, String field, String value, String allowed) {
        Read read = DampingDocument.read(tree(text), "colocation-config", "extensions.damping", Kind.OUT_OF_RANGE);

        assertThat(read.strategy()).isEmpty();
        Problem problem = read.problems().get(0);
        assertThat(problem.key()).isEqualTo("colocation-config");
        assertThat(problem.field()).isEqualTo("extensions.damping" + (field == null ? "" : "." + field));
        assertThat(problem.value()).startsWith(value);
        assertThat(problem.allowed()).startsWith(allowed);
    }

    private static DampingStrategy accepted(String text) {
        Read read = DampingDocument.read(tree(text), "colocation-config", "extensions.damping", Kind.OUT_OF_RANGE);
        assertThat(read.problems()).isEmpty();
        return read.strategy().orElseThrow();
    }

    private static JsonNode tree(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }
}
