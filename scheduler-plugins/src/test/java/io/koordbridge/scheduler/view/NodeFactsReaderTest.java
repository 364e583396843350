package io.koordbridge.scheduler.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.Samples;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeFactsReaderTest {

    private static final long GIB = 1L << 30;

    @Test
    void subtractsReservedResources() {
        NodeFacts facts = read("{\"resources\":{\"cpu\":\"2500m\",\"memory\":\"8Gi\"}}");

        assertThat(facts.allocatable().get(ResourceNames.CPU)).isEqualTo(13_500);
        assertThat(facts.allocatable().get(ResourceNames.MEMORY)).isEqualTo(56 * GIB);
    }

    @Test
    void countsReservedCpusInsteadOfTheCpuAmount() {
        NodeFacts facts = read("{\"resources\":{\"cpu\":\"8\",\"memory\":\"8Gi\"},\"reservedCPUs\":\"0-1,7\"}");

        assertThat(facts.allocatable().get(ResourceNames.CPU)).isEqualTo(13_000);
        assertThat(facts.allocatable().get(ResourceNames.MEMORY)).isEqualTo(56 * GIB);
    }

    @Test
    void leavesAllocatableAloneWhenOnlyTheCpusAreReserved() {
        NodeFacts facts = read("{\"reservedCPUs\":\"0-1\",\"applyPolicy\":\"ReservedCPUsOnly\"}");

        assertThat(facts.allocatable()).isEqualTo(facts.published());
        assertThat(facts.reservation().reservedCpus().size()).isEqualTo(2);
        assertThat(facts.problems()).isEmpty();
    }

    @Test
    void keepsBatchResourcesAsPublished() {
        NodeFacts facts = read("{\"resources\":{\"kubernetes.io/batch-cpu\":\"1000\",\"cpu\":\"1\"}}");

        assertThat(facts.allocatable().get(ResourceNames.BATCH_CPU)).isEqualTo(4_000);
    }

    @Test
    void neverGoesBelowZero() {
        NodeFacts facts = read("{\"resources\":{\"cpu\":\"99\"}}");

        assertThat(facts.allocatable().get(ResourceNames.CPU)).isZero();
    }

    @Test
    void amplifiesReservedCpusLikeAllocatable() {
        NodeFacts facts = NodeFactsReader.read(
                Samples.node(
                        "n1",
                        4_000,
                        "8Gi",
                        Map.of(
                                Annotations.NODE_RESERVATION,
                                "{\"reservedCPUs\":\"0-1\"}",
                                Annotations.NODE_AMPLIFICATION_RATIO,
                                "{\"cpu\":1.50}")),
                null);

        assertThat(facts.allocatable().get(ResourceNames.CPU)).isEqualTo(16_000 - 3_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"resources\":{\"cpu\":\"two\"}}",
                "{\"resources\":{\"cpu\":\"4\",\"memory\":\"8GiB\"}}",
                "{\"reservedCPUs\":\"a\"}",
                "not json",
                "[]"
            })
    void keepsTheLastGoodReservationAndNamesTheProblem(String broken) {
        NodeFacts good = read("{\"resources\":{\"cpu\":\"2\"}}");

        NodeFacts after = read(broken, good);

        assertThat(after.allocatable().get(ResourceNames.CPU)).isEqualTo(14_000);
        assertThat(after.problems())
                .singleElement()
                .asString()
                .contains("n1", Annotations.NODE_RESERVATION)
                .endsWith("; what was reserved before stays");
        assertThat(read(broken).problems())
                .singleElement()
                .asString()
                .contains("n1", Annotations.NODE_RESERVATION)
                .endsWith("; nothing is reserved");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"resources\":{\"memory\":\"-1Gi\",\"cpu\":\"2\"}} | field resources.memory: '-1Gi'",
                "{\"resources\":{\"cpu\":\"2\"},\"reservedCPUs\":\"3-1\"} | field reservedCPUs: '3-1'"
            })
    void theRestOfAPartlyWrongReservationCounts(String text, String problem) {
        NodeFacts facts = read(text);

        assertThat(facts.allocatable().get(ResourceNames.CPU)).isEqualTo(14_000);
        assertThat(facts.allocatable().get(ResourceNames.MEMORY)).isEqualTo(64 * GIB);
        assertThat(facts.problems())
                .singleElement()
                .asString()
                .contains(problem)
                .endsWith("; the rest is in force");
        assertThat(read(text, read("{\"resources\":{\"cpu\":\"8\"}}"))
                        .allocatable()
                        .get(ResourceNames.CPU))
                .isEqualTo(8_000);
    }

    @Test
    void reportsAnUnknownPolicyAndSubtractsNothing() {
        NodeFacts facts = read("{\"resources\":{\"cpu\":\"2\"},\"applyPolicy\":\"Sometimes\"}");

        assertThat(facts.allocatable()).isEqualTo(facts.published());
        assertThat(facts.problems()).singleElement().asString().contains("Sometimes", "Default", "ReservedCPUsOnly");
    }

    @Test
    void forgetsTheReservationWhenTheAnnotationIsRemoved() {
        NodeFacts good = read("{\"resources\":{\"cpu\":\"2\"}}");

        NodeFacts after = NodeFactsReader.read(Samples.node("n1", 4_000, "8Gi", new LinkedHashMap<>()), good);

        assertThat(after.allocatable()).isEqualTo(after.published());
    }

    private static NodeFacts read(String reservation) {
        return read(reservation, null);
    }

    private static NodeFacts read(String reservation, @Nullable NodeFacts before) {
        return NodeFactsReader.read(
                Samples.node("n1", 4_000, "8Gi", Map.of(Annotations.NODE_RESERVATION, reservation)), before);
    }
}
