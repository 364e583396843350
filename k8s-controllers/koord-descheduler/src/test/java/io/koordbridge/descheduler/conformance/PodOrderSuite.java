package io.koordbridge.descheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.descheduler.decide.load.VictimOrder;
import io.koordbridge.descheduler.decide.load.VictimOrder.Victim;
import io.koordbridge.descheduler.decide.pod.PodReader;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Suite descheduler/pod-order. */
public final class PodOrderSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "descheduler/pod-order";
    }

    @Override
    public JsonNode run(JsonNode input) {
        Map<String, Long> weights = new HashMap<>();
        input.path("resourceWeights")
                .properties()
                .forEach(
                        weight -> weights.put(weight.getKey(), weight.getValue().asLong()));
        Map<String, Long> excess = amounts(input.path("resourcesThatExceedThresholds"));
        List<Victim> victims = new ArrayList<>();
        for (JsonNode pod : input.path("pods")) {
            JsonNode usage = input.path("podUsage")
                    .path(pod.path("metadata").path("name").asText());
            Double score = usage.isObject() ? VictimOrder.score(amounts(usage), excess, weights) : null;
            victims.add(new Victim(PodReader.of(Json.as(pod, Pod.class)), score));
        }
        victims.sort(VictimOrder.order());
        ObjectNode answer = Json.MAPPER.createObjectNode();
        ArrayNode order = answer.putArray("order");
        victims.forEach(victim -> order.add(victim.pod().ref().name()));
        return answer;
    }

    private static Map<String, Long> amounts(JsonNode quantities) {
        Map<String, Long> amounts = new HashMap<>();
        quantities.properties().forEach(entry -> {
            Quantity quantity = Quantity.parse(entry.getValue().asText());
            boolean cpu = entry.getKey().equals("cpu");
            amounts.put(entry.getKey(), cpu ? Quantities.milli(quantity) : Quantities.value(quantity));
        });
        return amounts;
    }
}
