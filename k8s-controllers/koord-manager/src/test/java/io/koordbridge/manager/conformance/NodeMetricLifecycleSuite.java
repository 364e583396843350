package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.manager.nodeobjects.nodemetric.NodeMetricPlan;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader.State;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.Locale;
import java.util.Optional;

/** {@code manager/nodemetric-lifecycle}: what happens to the NodeMetric of one node. */
public final class NodeMetricLifecycleSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "manager/nodemetric-lifecycle";
    }

    @Override
    public JsonNode run(JsonNode input) {
        State state = State.INITIAL;
        for (JsonNode event : input.path("configSteps")) {
            state = ColocationConfigReader.next(state, ColocationConfigSuite.data(event))
                    .state();
        }
        JsonNode metadata = input.path("node").path("metadata");
        NodeMetricPlan.NodeMarks node = input.hasNonNull("node")
                ? new NodeMetricPlan.NodeMarks(
                        ColocationConfigSuite.texts(metadata.path("labels")),
                        ColocationConfigSuite.texts(metadata.path("annotations")))
                : null;
        NodeMetricPlan.Existing existing = input.hasNonNull("nodeMetric")
                ? new NodeMetricPlan.Existing(
                        input.get("nodeMetric").hasNonNull("spec")
                                ? Json.as(input.get("nodeMetric").get("spec"), NodeMetricSpec.class)
                                : null)
                : null;

        NodeMetricPlan.Decision decision = NodeMetricPlan.decide(state, node, existing);

        ObjectNode out = Json.MAPPER.createObjectNode();
        out.put("action", decision.action().name().toLowerCase(Locale.ROOT));
        out.put("error", false);
        if (decision.spec() != null) {
            out.set("spec", Json.tree(decision.spec()));
        }
        return out;
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        return VectorTrees.difference(expect, actual, field -> false);
    }
}
