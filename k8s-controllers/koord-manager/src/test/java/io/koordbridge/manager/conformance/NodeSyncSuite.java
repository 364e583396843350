package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.capacity.plan.MetadataDecision;
import io.koordbridge.capacity.plan.MetadataDecisions;
import io.koordbridge.capacity.plan.Owned;
import io.koordbridge.capacity.plan.PublishedNode;
import io.koordbridge.capacity.plan.WriteCircumstances;
import io.koordbridge.capacity.plan.WriteDecisions;
import io.koordbridge.capacity.stages.ResourceStages;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** {@code manager/node-sync}: whether status and metadata of a node are written. */
public final class NodeSyncSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "manager/node-sync";
    }

    /** Where the new values are shown already. */
    @Override
    public List<String> tags(JsonNode input) {
        return published(input.get("oldNode")).sameStatusAs(published(input.get("newNode")))
                ? List.of("values-already-shown")
                : List.of();
    }

    private static PublishedNode published(JsonNode node) {
        return PublishedNode.shown(Json.as(node, Node.class), Owned.of(ResourceStages.ALL));
    }

    @Override
    public JsonNode run(JsonNode input) {
        PublishedNode shown = published(input.get("oldNode"));
        PublishedNode wanted = published(input.get("newNode"));
        WriteCircumstances when = new WriteCircumstances(
                input.hasNonNull("lastStatusSync")
                        ? Instant.parse(input.get("lastStatusSync").asText())
                        : null,
                Instant.parse(input.get("now").asText()),
                BatchResourceSuite.strategy(input.get("strategy")),
                Map.of(),
                false,
                Owned.of(ResourceStages.ALL));
        MetadataDecision metadata = MetadataDecisions.decide(shown, wanted, ResourceStages.ALL);

        ObjectNode out = Json.MAPPER.createObjectNode();
        out.put("metaPatch", metadata.writes());
        out.put(
                "statusUpdate",
                WriteDecisions.decide(shown, wanted, metadata, when).writes());
        return out;
    }
}
