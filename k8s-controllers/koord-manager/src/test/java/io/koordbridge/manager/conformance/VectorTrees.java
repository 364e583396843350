package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.document.text.QuantityReader;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.testkit.conformance.Json;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Comparison rules of the manager's vectors: empty is absent, quantities by value, JSON in annotations as JSON. */
final class VectorTrees {

    private VectorTrees() {}

    /** Compares after bringing both sides to one form. */
    static Optional<String> difference(JsonNode expect, JsonNode actual, Predicate<String> quantityField) {
        return Json.difference(normal(expect, quantityField, false), normal(actual, quantityField, false), 1e-9);
    }

    private static JsonNode normal(JsonNode node, Predicate<String> quantityField, boolean quantity) {
        if (node instanceof ObjectNode object) {
            ObjectNode copy = Json.MAPPER.createObjectNode();
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                boolean below = quantity || quantityField.test(field.getKey());
                JsonNode value = normal(field.getValue(), quantityField, below);
                if (!isEmpty(value)) {
                    copy.set(field.getKey(), value);
                }
            }
            return copy;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode copy = Json.MAPPER.createArrayNode();
            array.forEach(element -> copy.add(normal(element, quantityField, quantity)));
            return copy;
        }
        return quantity && (node.isTextual() || node.isNumber()) ? plain(node) : node;
    }

    private static JsonNode plain(JsonNode text) {
        return QuantityReader.parse(text.asText())
                .map(Quantities::decimal)
                .<JsonNode>map(amount -> Json.MAPPER
                        .getNodeFactory()
                        .textNode(amount.stripTrailingZeros().toPlainString()))
                .orElse(text);
    }

    private static boolean isEmpty(JsonNode value) {
        return value.isNull()
                || value.isMissingNode()
                || (value.isTextual() && value.textValue().isEmpty())
                || (value.isContainerNode() && value.isEmpty());
    }
}
