package io.koordbridge.scheduler.place.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodShape;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;

/** Suite scheduler-numa/load-aware-filter. */
public class LoadAwareFilterSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "scheduler-numa/load-aware-filter";
    }

    @Override
    public final JsonNode run(JsonNode input) {
        LoadCase given = new LoadCase(input);
        PodShape pod = given.pod(input.path("pod")).shape();
        ObjectNode answer = Json.MAPPER.createObjectNode();
        ArrayNode nodes = answer.putArray("nodes");
        for (JsonNode one : input.path("nodes")) {
            given.node(one.path("node"));
            if (one.path("nodeMetric").isObject()) {
                given.report(one.path("nodeMetric"));
            }
            one.path("pods").forEach(bound -> given.ledger.podSeen(given.pod(bound)));
            String name = one.path("node").path("metadata").path("name").asText();
            NodeView node = given.view(name);
            ObjectNode row = nodes.addObject().put("node", name);
            row.set("estimates", given.estimates(node));
            add(row, pod, node, given.rules);
        }
        return answer;
    }

    void add(ObjectNode row, PodShape pod, NodeView node, LoadRules rules) {
        FitResult fit = LoadFilter.verdict(pod, node, rules);
        ObjectNode filter = row.putObject("filter").put("code", fit.fits() ? "Success" : "Unschedulable");
        if (!fit.fits()) {
            ArrayNode reasons = filter.putArray("reasons");
            fit.reasons().forEach(reasons::add);
        }
    }
}
