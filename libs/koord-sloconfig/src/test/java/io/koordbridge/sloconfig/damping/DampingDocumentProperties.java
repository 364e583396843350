package io.koordbridge.sloconfig.damping;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.sloconfig.Problem.Kind;
import io.koordbridge.sloconfig.damping.DampingDocument.Read;
import io.koordbridge.sloconfig.damping.DampingStrategy.Rules;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class DampingDocumentProperties {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final List<String> FIELDS = List.of(
            "enable",
            "growStepPercent",
            "GROWINTERVALSECONDS",
            "holdRangePercent",
            "batchCPUOversellLimitPercent",
            "batchMemoryOversellLimitPercent",
            "midCPUOversellLimitPercent",
            "mid",
            "midUnallocatedPercent",
            "roundMemoryMiB",
            "steadyPods",
            "windowSeconds",
            "countPodsWithoutMetrics",
            "nonsense");

    @Property
    void anyJsonIsReadOrRefusedWithAReason(@ForAll("json") JsonNode value) {
        Read read = DampingDocument.read(value, "key", "path", Kind.OUT_OF_RANGE);

        assertThat(read.strategy().isPresent()).isEqualTo(read.problems().isEmpty());
        assertThat(read.problems()).allSatisfy(problem -> {
            assertThat(problem.field()).startsWith("path");
            assertThat(problem.allowed()).isNotBlank();
        });
        read.strategy().ifPresent(strategy -> {
            check(strategy.batch());
            if (strategy.mid() != null) {
                check(strategy.mid());
            }
            assertThat(strategy.roundMemoryMebibytes()).isBetween(0L, 65_536L);
        });
    }

    private static void check(Rules rules) {
        assertThat(rules.holdRangePercent()).isBetween(0L, 50L);
        if (rules.growth() != null) {
            assertThat(rules.growth().stepPercent()).isBetween(1L, 100L);
            assertThat(rules.growth().interval()).isPositive();
        }
    }

    @Provide
    Arbitrary<JsonNode> json() {
        return json(3);
    }

    private Arbitrary<JsonNode> json(int levels) {
        return levels == 0 ? leaves() : Arbitraries.oneOf(leaves(), objects(levels), objects(levels), lists(levels));
    }

    private Arbitrary<JsonNode> leaves() {
        return Arbitraries.oneOf(
                Arbitraries.longs().map(NODES::numberNode),
                Arbitraries.integers().between(0, 200).map(NODES::numberNode),
                Arbitraries.doubles().map(NODES::numberNode),
                Arbitraries.of(true, false).map(NODES::booleanNode),
                Arbitraries.strings().ofMaxLength(8).map(NODES::textNode),
                Arbitraries.just(NODES.nullNode()));
    }

    private Arbitrary<JsonNode> objects(int levels) {
        return Arbitraries.maps(Arbitraries.of(FIELDS), json(levels - 1))
                .ofMaxSize(6)
                .map(DampingDocumentProperties::object);
    }

    private Arbitrary<JsonNode> lists(int levels) {
        return json(levels - 1).list().ofMaxSize(3).map(elements -> {
            ArrayNode list = NODES.arrayNode();
            elements.forEach(list::add);
            return list;
        });
    }

    private static JsonNode object(Map<String, JsonNode> fields) {
        ObjectNode object = NODES.objectNode();
        fields.forEach(object::set);
        return object;
    }
}
