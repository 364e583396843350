package io.koordbridge.scheduler.place.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;

/** Suite scheduler-numa/load-aware-estimator. */
public final class LoadAwareEstimatorSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "scheduler-numa/load-aware-estimator";
    }

    @Override
    public JsonNode run(JsonNode input) {
        LoadCase given = new LoadCase(LoadCase.args(input.path("args")), Instant.EPOCH);
        ObjectNode answer = Json.MAPPER.createObjectNode();
        if (input.has("pod")) {
            answer.set("estimated", given.estimate(given.pod(input.path("pod"))));
            return answer;
        }
        given.node(input.path("node"));
        NodeView node = given.view(input.at("/node/metadata/name").asText());
        ObjectNode allocatable = answer.putObject("allocatable");
        LoadFilter.limits(node)
                .capacity(node.allocatable())
                .amounts()
                .forEach((name, amount) -> allocatable.put(
                        name,
                        name.equals(ResourceNames.CPU) ? BigDecimal.valueOf(amount, 3) : BigDecimal.valueOf(amount)));
        return answer;
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        return Json.difference(numbers(expect), actual, 1e-9);
    }

    private static JsonNode numbers(JsonNode expect) {
        JsonNode list = expect.path("allocatable");
        if (!list.isObject()) {
            return expect;
        }
        ObjectNode copy = Json.MAPPER.createObjectNode();
        ObjectNode amounts = copy.putObject("allocatable");
        list.properties()
                .forEach(one -> amounts.put(
                        one.getKey(),
                        io.koordbridge.api.quantity.Quantities.decimal(new io.fabric8.kubernetes.api.model.Quantity(
                                one.getValue().asText()))));
        return copy;
    }
}
