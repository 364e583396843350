package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** {@code scheduler-quota/quota-profile}: the same as {@code manager/quota-profile}, in other words. */
public final class ScheduledQuotaProfileSuite implements SuiteAdapter {

    private static final Map<String, String> TOTALS = Map.of(
            "totalResourceAnnotation", Annotations.QUOTA_TOTAL_RESOURCE,
            "unschedulableResourceAnnotation", Annotations.QUOTA_UNSCHEDULABLE_RESOURCE);

    @Override
    public String suite() {
        return "scheduler-quota/quota-profile";
    }

    @Override
    public JsonNode run(JsonNode input) {
        ObjectNode given = input.deepCopy();
        given.set("existingQuota", given.path("quota"));
        JsonNode result = new QuotaProfileSuite().run(given);
        JsonNode quota = result.path("quota");
        ObjectNode answer = Json.MAPPER.createObjectNode();
        answer.set("profileTreeID", result.path("profileTreeID"));
        answer.set("requeueAfterSeconds", result.path("requeueAfterSeconds"));
        answer.set("quotaLabels", quota.path("labels"));
        answer.set("min", quota.path("min"));
        ArrayNode keys = answer.putArray("maxKeys");
        Set<String> values = new TreeSet<>();
        Set<String> names = new TreeSet<>();
        quota.path("max").properties().forEach(field -> {
            names.add(field.getKey());
            values.add(field.getValue().asText());
        });
        names.forEach(keys::add);
        answer.put("maxValueEachKey", String.join(",", values));
        TOTALS.forEach((name, key) -> answer.set(name, quota.path("annotations").path(key)));
        return answer;
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        ObjectNode wanted = expect.deepCopy();
        TOTALS.keySet().forEach(name -> wanted.set(name, ElasticQuotaMutateSuite.parsed(expect.path(name))));
        return VectorTrees.difference(
                wanted,
                actual,
                field -> TOTALS.containsKey(field) || field.equals("min") || field.equals("maxValueEachKey"));
    }
}
