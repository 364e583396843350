package io.koordbridge.manager.conformance;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.manager.handlers.bindingadmission.BindingAdmission;
import io.koordbridge.manager.handlers.bindingadmission.BindingAdmissionConfig;
import io.koordbridge.manager.handlers.bindingadmission.BindingRules;
import io.koordbridge.manager.server.webhook.AdmissionReviews;
import io.koordbridge.manager.server.webhook.CallerDeadline;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.Optional;

/** Bindings through the validating webhook. */
public final class BindingAdmissionSuite implements SuiteAdapter {

    private static final String[] SETTINGS = {
        "userName", "namespaces", "excludeNamespaces", "bypassLabels", "bypassAnnotations", "dryRun"
    };

    @Override
    public String suite() {
        return "manager/binding-admission";
    }

    @Override
    public JsonNode run(JsonNode input) {
        ObjectNode settings = Json.MAPPER.createObjectNode();
        for (String name : SETTINGS) {
            if (input.hasNonNull(name)) {
                settings.set(name, input.get(name));
            }
        }
        JsonNode metadata = input.path("pod").path("metadata");
        BindingAdmission handler = new BindingAdmission(
                BindingRules.of(Json.as(settings, BindingAdmissionConfig.class)),
                input.path("bindingAdmissionWebhook").asBoolean(),
                (namespace, name, deadline) -> input.path("podUnknown").asBoolean()
                        ? Optional.empty()
                        : Optional.of(new BindingRules.PodMarks(
                                ColocationConfigSuite.texts(metadata.path("labels")),
                                ColocationConfigSuite.texts(metadata.path("annotations")))),
                new MetricRegistry());
        AdmissionReviews.Request request = new AdmissionReviews.Request(
                "admission.k8s.io/v1",
                "uid",
                input.path("operation").asText(),
                "pods",
                input.path("subResource").asText(""),
                metadata.path("namespace").asText(),
                metadata.path("name").asText(),
                input.path("requestUser").asText(""),
                Json.MAPPER.createObjectNode(),
                null,
                false,
                CallerDeadline.UNKNOWN);
        return Json.MAPPER
                .createObjectNode()
                .put("allowed", handler.decide(request).isAllowed());
    }
}
