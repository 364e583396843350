package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.capacity.midresource.MidAllotment;
import io.koordbridge.capacity.midresource.MidResourceCalculator;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code manager/mid-resource}: calculation, then what the prepared node shows. */
public final class MidResourceSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "manager/mid-resource";
    }

    @Override
    public List<String> tags(JsonNode input) {
        return UnknownUsage.tags(input);
    }

    @Override
    public JsonNode run(JsonNode input) {
        Node node = Json.as(input.get("node"), Node.class);
        MidAllotment allotment = MidResourceCalculator.calculate(
                BatchResourceSuite.snapshot(input),
                BatchResourceSuite.strategy(input.get("strategy")),
                BatchResourceSuite.now(input));

        ObjectNode out = Json.MAPPER.createObjectNode();
        if (allotment.failed()) {
            return out.put("error", true);
        }
        ObjectNode items = out.putObject("items");
        item(items.putObject(ResourceNames.MID_CPU), allotment, allotment.milliCpu());
        item(items.putObject(ResourceNames.MID_MEMORY), allotment, allotment.bytes());
        Map<String, Quantity> prepared =
                allotment.preparation().preparedResources(node.getStatus().getAllocatable());
        ObjectNode allocatable = out.putObject("node").putObject("allocatable");
        prepared.forEach((name, quantity) -> {
            if (MidAllotment.RESOURCES.contains(name)) {
                allocatable.put(name, quantity.toString());
            }
        });
        return out;
    }

    private static void item(ObjectNode item, MidAllotment allotment, long amount) {
        if (allotment.isReset()) {
            item.put("reset", true);
        } else {
            item.put("quantity", String.valueOf(amount));
        }
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        if (expect.path("error").asBoolean()) {
            return actual.path("error").asBoolean() ? Optional.empty() : Optional.of("expected an error: " + actual);
        }
        return VectorTrees.difference(expect, actual, field -> field.equals("quantity") || field.equals("allocatable"));
    }
}
