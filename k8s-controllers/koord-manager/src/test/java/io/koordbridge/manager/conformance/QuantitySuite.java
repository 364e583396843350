package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.quantity.ExactQuantity;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.Optional;

/** {@code manager/quantity}: reading, arithmetic and text of quantities. */
public final class QuantitySuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "manager/quantity";
    }

    @Override
    public JsonNode run(JsonNode input) {
        ObjectNode out = Json.MAPPER.createObjectNode();
        Optional<ExactQuantity> a = ExactQuantity.parse(input.path("a").asText());
        Optional<ExactQuantity> b =
                input.has("b") ? ExactQuantity.parse(input.path("b").asText()) : a;
        if (a.isEmpty() || b.isEmpty()) {
            return out.put("error", true);
        }
        String operation = input.path("op").asText();
        if (operation.equals("diff")) {
            return out.put(
                    "differs",
                    a.get().differsFrom(b.get(), input.path("threshold").asDouble()));
        }
        ExactQuantity result =
                result(operation, a.get(), b.get(), input.path("factor").asDouble());
        return out.put("text", result.canonicalText())
                .put("value", result.value())
                .put("milliValue", result.milli());
    }

    private static ExactQuantity result(String operation, ExactQuantity a, ExactQuantity b, double factor) {
        return switch (operation) {
            case "parse" -> a;
            case "scaleMilli" -> a.scaledMilli(factor);
            case "scale" -> a.scaled(factor);
            case "add" -> a.plus(b);
            case "sub" -> a.minus(b);
            case "min" -> a.min(b);
            default -> throw new IllegalStateException("unknown operation " + operation);
        };
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        return VectorTrees.difference(expect, actual, field -> false);
    }
}
