package io.koordbridge.manager.webhook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads AdmissionReviews and writes their answers. */
final class AdmissionReviews {

    private static final ObjectMapper MAPPER = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private AdmissionReviews() {}

    /**
     * What a review asks.
     *
     * @param apiVersion version of the review, answered in kind
     * @param object the object to admit
     */
    record Request(
            String apiVersion,
            String uid,
            String operation,
            String resource,
            String subResource,
            String namespace,
            @Nullable ObjectNode object) {}

    /** A review, or why it is none. */
    record Parsed(@Nullable Request request, String problem) {

        static Parsed bad(String problem) {
            return new Parsed(null, problem);
        }

        Optional<Request> value() {
            return Optional.ofNullable(request);
        }
    }

    /** Reads a body; never throws. */
    static Parsed parse(byte[] body) {
        JsonNode review;
        try {
            review = MAPPER.readTree(body);
        } catch (JsonProcessingException e) {
            return Parsed.bad("body is not JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            return Parsed.bad("body cannot be read: " + e.getMessage());
        }
        if (review == null || !review.isObject()) {
            return Parsed.bad("body is not an AdmissionReview object");
        }
        String version = review.path("apiVersion").asText("");
        if (!review.path("kind").asText("").equals("AdmissionReview") || !version.startsWith("admission.k8s.io/v1")) {
            return Parsed.bad("kind '" + review.path("kind").asText("") + "' of '" + version
                    + "', allowed: AdmissionReview of admission.k8s.io/v1 or v1beta1");
        }
        JsonNode request = review.path("request");
        String uid = request.path("uid").asText("");
        if (uid.isEmpty()) {
            return Parsed.bad("request.uid is missing");
        }
        JsonNode object = request.get("object");
        return new Parsed(
                new Request(
                        version,
                        uid,
                        request.path("operation").asText(""),
                        request.path("resource").path("resource").asText(""),
                        request.path("subResource").asText(""),
                        request.path("namespace").asText(""),
                        object instanceof ObjectNode tree ? tree : null),
                "");
    }

    /** Allowed, changed by a patch unless it is empty. */
    static String allowed(Request request, ArrayNode patch) {
        ObjectNode review = answer(request, true);
        if (!patch.isEmpty()) {
            String encoded = Base64.getEncoder().encodeToString(patch.toString().getBytes(StandardCharsets.UTF_8));
            ObjectNode response = (ObjectNode) review.get("response");
            response.put("patchType", "JSONPatch").put("patch", encoded);
        }
        return review.toString();
    }

    /** Denied, with the reason for the one who asked. */
    static String denied(Request request, int code, String message) {
        ObjectNode review = answer(request, false);
        ((ObjectNode) review.get("response"))
                .putObject("status")
                .put("code", code)
                .put("message", message);
        return review.toString();
    }

    private static ObjectNode answer(Request request, boolean allowed) {
        ObjectNode review = MAPPER.createObjectNode();
        review.put("apiVersion", request.apiVersion()).put("kind", "AdmissionReview");
        review.putObject("response").put("uid", request.uid()).put("allowed", allowed);
        return review;
    }
}
