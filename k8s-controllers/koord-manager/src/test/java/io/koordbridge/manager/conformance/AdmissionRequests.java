package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.manager.server.webhook.AdmissionReviews.Request;
import io.koordbridge.manager.server.webhook.CallerDeadline;
import org.jspecify.annotations.Nullable;

/** Reviews as the API server sends them, from the objects of a vector. */
final class AdmissionRequests {

    private AdmissionRequests() {}

    /** A review; a deletion carries the object as the old one. */
    static Request of(JsonNode input, String resource, String object, String oldObject) {
        String operation = input.path("operation").asText();
        boolean deletes = operation.equals("DELETE");
        JsonNode subject = input.path(object);
        return new Request(
                "admission.k8s.io/v1",
                "vector",
                operation,
                resource,
                "",
                subject.path("metadata").path("namespace").asText(""),
                subject.path("metadata").path("name").asText(""),
                "vector",
                deletes ? null : tree(subject),
                tree(deletes ? subject : input.path(oldObject)),
                false,
                CallerDeadline.UNKNOWN);
    }

    private static @Nullable ObjectNode tree(JsonNode node) {
        return node instanceof ObjectNode object ? object : null;
    }
}
