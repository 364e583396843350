package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.manager.quota.topology.QuotaDefaults;
import io.koordbridge.manager.quota.topology.QuotaInfo;
import io.koordbridge.manager.quota.topology.QuotaTopology;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code manager/elastic-quota-mutate}: what a new quota is given. */
public final class ElasticQuotaMutateSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "manager/elastic-quota-mutate";
    }

    @Override
    public JsonNode run(JsonNode input) {
        ElasticQuota quota = Json.as(input.get("quota"), ElasticQuota.class);

        QuotaDefaults.Filled filled = QuotaDefaults.of(topology(input.path("existing")), quota);

        ObjectNode out = Json.MAPPER.createObjectNode();
        if (filled.refusal() != null) {
            return out.put("error", true);
        }
        out.set("labels", merged(input.at("/quota/metadata/labels"), filled.labels()));
        ObjectNode annotations = out.putObject("annotations");
        merged(input.at("/quota/metadata/annotations"), filled.annotations())
                .properties()
                .forEach(entry -> annotations.set(entry.getKey(), parsed(entry.getValue())));
        return out;
    }

    static QuotaTopology topology(JsonNode quotas) {
        List<QuotaInfo> infos = new ArrayList<>();
        quotas.forEach(one -> infos.add(QuotaInfo.of(Json.as(one, ElasticQuota.class))));
        return QuotaTopology.of(infos);
    }

    private static ObjectNode merged(JsonNode given, Map<String, String> added) {
        ObjectNode merged = given.isObject() ? given.deepCopy() : Json.MAPPER.createObjectNode();
        added.forEach(merged::put);
        return merged;
    }

    /** JSON in annotations is compared as JSON. */
    static JsonNode parsed(JsonNode text) {
        try {
            JsonNode tree = Json.MAPPER
                    .reader()
                    .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .readTree(text.asText());
            return tree.isMissingNode() ? text : tree;
        } catch (JsonProcessingException e) {
            return text;
        }
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        if (expect.path("error").asBoolean()) {
            return actual.path("error").asBoolean() ? Optional.empty() : Optional.of("expected an error: " + actual);
        }
        return VectorTrees.difference(expect, actual, field -> field.equals("annotations"));
    }
}
