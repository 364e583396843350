package io.koordbridge.manager.server.webhook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.admission.objectdecoding.UndecodableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads AdmissionReviews of both versions and writes their answers. */
public final class AdmissionReviews {

    private static final ObjectMapper MAPPER = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    private static final int LONGEST_MESSAGE = 4_096;
    private static final Set<String> VERSIONS = Set.of("admission.k8s.io/v1", "admission.k8s.io/v1beta1");

    private AdmissionReviews() {}

    /**
     * What a review asks.
     *
     * @param apiVersion version of the review, answered in kind
     * @param operation CREATE, UPDATE, DELETE or CONNECT
     * @param resource plural name, such as pods
     * @param subResource such as status or binding; empty for none
     * @param namespace empty for objects of the cluster
     * @param name empty when the API server makes it up
     * @param userName who asks
     * @param object the object to admit, null for DELETE
     * @param oldObject the object before, null for CREATE
     * @param dryRun nothing will be stored, so nothing may be remembered
     * @param deadline by when it has to be answered
     */
    public record Request(
            String apiVersion,
            String uid,
            String operation,
            String resource,
            String subResource,
            String namespace,
            String name,
            String userName,
            @Nullable ObjectNode object,
            @Nullable ObjectNode oldObject,
            boolean dryRun,
            CallerDeadline deadline) {

        /**
         * The object to admit.
         *
         * @throws UndecodableException when the review has none
         */
        public ObjectNode presentObject() {
            return present(object, "object");
        }

        /**
         * The object before.
         *
         * @throws UndecodableException when the review has none
         */
        public ObjectNode presentOldObject() {
            return present(oldObject, "oldObject");
        }

        private static ObjectNode present(@Nullable ObjectNode tree, String field) {
            if (tree == null) {
                throw new UndecodableException("request." + field + " is missing");
            }
            return tree;
        }

        /**
         * Ends a calculation whose caller has given up.
         *
         * @throws CallerGoneException when the caller has given up
         */
        public void checkStillWanted() {
            CallerGoneException.check(deadline);
        }

        /** Whether it is about the resource itself in one of the operations. */
        public boolean isAbout(String wantedResource, String... operations) {
            return isAboutPart(wantedResource, "", operations);
        }

        /** Whether it is about a subresource in one of the operations. */
        public boolean isAboutPart(String wantedResource, String wantedSubResource, String... operations) {
            return resource.equals(wantedResource)
                    && subResource.equals(wantedSubResource)
                    && Set.of(operations).contains(operation);
        }
    }

    /** A review, or why it is malformed. */
    record Parsed(@Nullable Request request, String problem) {

        static Parsed bad(String problem) {
            return new Parsed(null, problem);
        }

        Optional<Request> value() {
            return Optional.ofNullable(request);
        }
    }

    /** Reads a body; never throws. */
    static Parsed parse(byte[] body, CallerDeadline deadline) {
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
        String version = text(review, "apiVersion");
        if (!text(review, "kind").equals("AdmissionReview") || !VERSIONS.contains(version)) {
            return Parsed.bad("kind '" + text(review, "kind") + "' of '" + version
                    + "', allowed: AdmissionReview of admission.k8s.io/v1 or v1beta1");
        }
        return request(version, review.path("request"), deadline);
    }

    private static Parsed request(String version, JsonNode request, CallerDeadline deadline) {
        String uid = text(request, "uid");
        if (uid.isEmpty()) {
            return Parsed.bad("request.uid is missing");
        }
        for (String field : new String[] {"object", "oldObject"}) {
            JsonNode value = request.path(field);
            if (!value.isMissingNode() && !value.isNull() && !value.isObject()) {
                return Parsed.bad("request." + field + " is no object");
            }
        }
        return new Parsed(
                new Request(
                        version,
                        uid,
                        text(request, "operation"),
                        text(request.path("resource"), "resource"),
                        text(request, "subResource"),
                        text(request, "namespace"),
                        text(request, "name"),
                        text(request.path("userInfo"), "username"),
                        tree(request, "object"),
                        tree(request, "oldObject"),
                        request.path("dryRun").asBoolean(),
                        deadline),
                "");
    }

    private static String text(JsonNode parent, String field) {
        return parent.path(field).asText("");
    }

    private static @Nullable ObjectNode tree(JsonNode request, String field) {
        return request.get(field) instanceof ObjectNode tree ? tree : null;
    }

    private static String bounded(String message) {
        return message.length() <= LONGEST_MESSAGE ? message : message.substring(0, LONGEST_MESSAGE) + "...";
    }

    /** The answer to a review. */
    static String answer(Request request, AdmissionResult verdict) {
        ObjectNode review = MAPPER.createObjectNode();
        review.put("apiVersion", request.apiVersion()).put("kind", "AdmissionReview");
        ObjectNode response =
                review.putObject("response").put("uid", request.uid()).put("allowed", verdict.isAllowed());
        if (!verdict.isAllowed()) {
            response.putObject("status").put("code", verdict.code()).put("message", bounded(verdict.message()));
        } else if (!verdict.patch().isEmpty()) {
            byte[] patch = verdict.patch().toString().getBytes(StandardCharsets.UTF_8);
            response.put("patchType", "JSONPatch")
                    .put("patch", Base64.getEncoder().encodeToString(patch));
        }
        if (!verdict.warnings().isEmpty()) {
            verdict.warnings().forEach(response.putArray("warnings")::add);
        }
        return review.toString();
    }
}
