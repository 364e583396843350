package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.quota.status.QuotaStatusPlan;
import io.koordbridge.scheduler.quota.status.QuotaSummary;
import io.koordbridge.testkit.conformance.Json;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Suite scheduler-quota/status-annotations. */
public final class StatusAnnotationsSuite extends QuotaSuite {

    private static final Map<String, String> KEYS = Map.of(
            "runtime", Annotations.QUOTA_RUNTIME,
            "request", Annotations.QUOTA_REQUEST,
            "childRequest", Annotations.QUOTA_CHILD_REQUEST,
            "guaranteed", Annotations.QUOTA_GUARANTEED,
            "allocated", Annotations.QUOTA_ALLOCATED,
            "nonPreemptibleRequest", Annotations.QUOTA_NON_PREEMPTIBLE_REQUEST,
            "nonPreemptibleUsed", Annotations.QUOTA_NON_PREEMPTIBLE_USED);

    public StatusAnnotationsSuite() {
        super("status-annotations");
    }

    @Override
    public JsonNode run(JsonNode input) {
        JsonNode summary = input.path("summary");
        SortedMap<String, ResourceVector> lists = new TreeMap<>();
        KEYS.forEach((name, key) -> lists.put(key, vector(summary.path(name))));
        Optional<QuotaStatusPlan> plan = QuotaStatusPlan.of(
                Json.as(input.path("quota"), ElasticQuota.class),
                new QuotaSummary(lists, vector(summary.path("used"))));

        ObjectNode answer = Json.MAPPER.createObjectNode();
        answer.put("patched", plan.isPresent());
        plan.ifPresent(patch -> {
            ObjectNode changed = answer.putObject("changedAnnotations");
            patch.annotations().forEach((key, text) -> changed.set(key, parsed(text)));
            if (patch.used() != null) {
                ObjectNode used = answer.putObject("used");
                patch.used().forEach((name, amount) -> {
                    if (amount != null) {
                        used.put(name, amount.toString());
                    }
                });
            }
        });
        return answer;
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        ObjectNode wanted = expect.deepCopy();
        if (wanted.path("changedAnnotations") instanceof ObjectNode changed) {
            changed.properties()
                    .forEach(field -> field.setValue(parsed(field.getValue().asText())));
        }
        return super.difference(wanted, actual);
    }

    private static JsonNode parsed(String text) {
        try {
            return Json.MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("no JSON: " + text, e);
        }
    }
}
