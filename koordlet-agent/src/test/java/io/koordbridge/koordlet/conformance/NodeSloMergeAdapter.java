package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;

public final class NodeSloMergeAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/nodeslo-merge";
    }

    @Override
    public JsonNode run(JsonNode input) {
        NodeSlo read = Samples.nodeSlo(input).orElseThrow();
        return Json.MAPPER.createObjectNode().set("merged", Json.tree(read.effective()));
    }
}
