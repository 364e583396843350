package io.koordbridge.scheduler.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.view.NodeFacts;
import io.koordbridge.scheduler.view.NodeFactsReader;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReservationReaderTest {

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
                "{\"reservedCPUs\":\"3-1\"}",
                "{\"reservedCPUs\":\"a\"}",
                "not json",
                "[]"
            })
    void keepsTheLastGoodReservationAndNamesTheProblem(String broken) {
        NodeFacts good = read("{\"resources\":{\"cpu\":\"2\"}}");

        NodeFacts after = NodeFactsReader.read(
                Samples.node("n1", 4_000, "8Gi", Map.of(Annotations.NODE_RESERVATION, broken)), good);

        assertThat(after.allocatable().get(ResourceNames.CPU)).isEqualTo(14_000);
        assertThat(after.problems())
                .singleElement()
                .asString()
                .contains("n1", Annotations.NODE_RESERVATION)
                .endsWith("; what was reserved before holds");
        assertThat(read(broken).problems())
                .singleElement()
                .asString()
                .contains("n1", Annotations.NODE_RESERVATION)
                .endsWith("; nothing is reserved");
    }

    @Test
    void tellsOfNegativeAmountsWhichReserveNothing() {
        NodeFacts facts = read("{\"resources\":{\"memory\":\"-1Gi\",\"cpu\":\"-2\",\"example.com/gpu\":\"1\"}}");

        assertThat(facts.allocatable()).isEqualTo(facts.published());
        assertThat(facts.problems())
                .singleElement()
                .asString()
                .endsWith(Annotations.NODE_RESERVATION
                        + ": resources.cpu = -2, resources.memory = -1Gi reserves nothing, allowed is 0 and more");
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
        return NodeFactsReader.read(
                Samples.node("n1", 4_000, "8Gi", Map.of(Annotations.NODE_RESERVATION, reservation)), null);
    }
}
