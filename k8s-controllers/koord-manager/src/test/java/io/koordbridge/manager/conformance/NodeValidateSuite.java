package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.manager.handlers.configvalidation.ConfigReviews;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.Map;

/** {@code manager/node-validate}: whether a node may get other labels. */
public final class NodeValidateSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "manager/node-validate";
    }

    @Override
    public JsonNode run(JsonNode input) {
        Map<String, String> data = input.path("configMapAbsent").asBoolean()
                ? null
                : ColocationConfigSuite.texts(input.path("configMapData"));
        boolean allowed = ConfigReviews.ofNode(AdmissionRequests.of(input, "nodes", "node", "oldNode"), data)
                .isEmpty();
        return Json.MAPPER.createObjectNode().put("allowed", allowed);
    }
}
