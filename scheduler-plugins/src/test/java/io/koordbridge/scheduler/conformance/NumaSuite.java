package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;

/** A suite whose expectations hold quantities under {@code resources}, compared as numbers. */
abstract class NumaSuite implements SuiteAdapter {

    private final String name;

    NumaSuite(String name) {
        this.name = name;
    }

    @Override
    public final String suite() {
        return "scheduler-numa/" + name;
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        return Json.difference(numbers(expect), numbers(actual), 1e-9);
    }

    private static JsonNode numbers(JsonNode tree) {
        if (tree instanceof ArrayNode array) {
            ArrayNode copy = Json.MAPPER.createArrayNode();
            array.forEach(element -> add(copy, numbers(element)));
            return copy;
        }
        if (!(tree instanceof ObjectNode)) {
            return tree;
        }
        ObjectNode copy = Json.MAPPER.createObjectNode();
        for (Map.Entry<String, JsonNode> field : tree.properties()) {
            boolean amounts =
                    field.getKey().equals("resources") && field.getValue().isObject();
            JsonNode value = amounts ? amounts(field.getValue()) : numbers(field.getValue());
            if (!(value.isArray() && value.isEmpty())) {
                copy.set(field.getKey(), value);
            }
        }
        return copy;
    }

    /** A NUMA node that holds nothing any more is like one that never held anything. */
    private static void add(ArrayNode list, JsonNode element) {
        if (!element.path("resources").isObject() || !element.path("resources").isEmpty()) {
            list.add(element);
        }
    }

    private static ObjectNode amounts(JsonNode list) {
        ObjectNode copy = Json.MAPPER.createObjectNode();
        list.properties().forEach(amount -> {
            BigDecimal number =
                    Quantities.decimal(new Quantity(amount.getValue().asText()));
            if (number.signum() != 0) {
                copy.put(amount.getKey(), number);
            }
        });
        return copy;
    }
}
