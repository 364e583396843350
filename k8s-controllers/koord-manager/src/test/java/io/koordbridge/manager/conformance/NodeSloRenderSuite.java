package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.sloconfig.nodeslo.NodeSloExtensions;
import io.koordbridge.sloconfig.nodeslo.NodeSloRenderer;
import io.koordbridge.sloconfig.nodeslo.SloConfig;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.Map;
import java.util.Optional;

/** {@code manager/nodeslo-render}: the spec of a node after a sequence of config map events. */
public final class NodeSloRenderSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "manager/nodeslo-render";
    }

    @Override
    public JsonNode run(JsonNode input) {
        ObjectNode out = Json.MAPPER.createObjectNode();
        ArrayNode changed = out.putArray("changed");
        ArrayNode warnings = out.putArray("warningEvents");
        SloConfig.State state = SloConfig.State.INITIAL;
        for (JsonNode event : input.get("steps")) {
            SloConfig.Step step = SloConfig.next(state, ColocationConfigSuite.data(event));
            state = step.state();
            changed.add(step.changed());
            warnings.add(
                    step.problems().stream().map(one -> one.key()).distinct().count());
        }
        JsonNode metadata = input.path("node").path("metadata");
        JsonNode extensions = input.path("oldSpec").get("extensions");
        Map<String, String> labels = ColocationConfigSuite.texts(metadata.path("labels"));
        Map<String, String> annotations = ColocationConfigSuite.texts(metadata.path("annotations"));
        JsonNode extended = NodeSloExtensions.apply(NodeSloExtensions.ALL, state, labels, annotations, extensions)
                .tree();
        ObjectNode rendered = NodeSloRenderer.render(state, labels, annotations, extended);
        JsonNode bound = Json.tree(Json.as(rendered, NodeSloSpec.class));
        ObjectNode spec = out.putObject("spec");
        for (JsonNode section : input.path("sections")) {
            if (bound.has(section.asText())) {
                spec.set(section.asText(), bound.get(section.asText()));
            }
        }
        return out;
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        return VectorTrees.difference(expect, actual, field -> field.equals("totalNetworkBandwidth"));
    }
}
