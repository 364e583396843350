package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.manager.handlers.resourceamplification.NodeStatusAdmission;
import io.koordbridge.manager.server.webhook.AdmissionResult;
import io.koordbridge.manager.server.webhook.AdmissionReviews.Request;
import io.koordbridge.manager.server.webhook.CallerDeadline;
import io.koordbridge.manager.server.webhook.ReviewDecision;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.Optional;

/** {@code manager/node-amplification-webhook}: a nodes/status request, its answer applied to the node. */
public final class NodeAmplificationWebhookSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "manager/node-amplification-webhook";
    }

    @Override
    public JsonNode run(JsonNode input) {
        AdmissionResult verdict = ReviewDecision.of(
                new NodeStatusAdmission(),
                new Request(
                        "admission.k8s.io/v1",
                        "uid",
                        input.path("operation").asText(),
                        "nodes",
                        "status",
                        "",
                        "n",
                        "system:node:n",
                        input.get("node") instanceof ObjectNode node ? node : null,
                        input.get("oldNode") instanceof ObjectNode old ? old : null,
                        false,
                        CallerDeadline.UNKNOWN));

        ObjectNode out = Json.MAPPER.createObjectNode();
        out.put("error", !verdict.isAllowed());
        if (!verdict.isAllowed()) {
            return out;
        }
        JsonNode after = PatchedTrees.apply(verdict.patch(), input.get("node"));
        if (after.path("status").get("allocatable") instanceof ObjectNode allocatable) {
            out.set("allocatable", allocatable);
        }
        JsonNode kept = after.path("metadata").path("annotations").path(Annotations.NODE_RAW_ALLOCATABLE);
        if (kept.isTextual()) {
            out.set("rawAllocatable", ElasticQuotaMutateSuite.parsed(kept));
        }
        return out;
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        return VectorTrees.difference(
                expect, actual, field -> field.equals("allocatable") || field.equals("rawAllocatable"));
    }
}
