package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.manager.clusterview.ClusterView.ConfigMapRef;
import io.koordbridge.manager.handlers.configvalidation.ConfigReviews;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.sloconfig.validation.Conflict;
import io.koordbridge.sloconfig.validation.LabelledNode;
import io.koordbridge.sloconfig.validation.Rejection;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** {@code manager/configmap-validate}: whether the configuration may be stored. */
public final class ConfigMapValidateSuite implements SuiteAdapter {

    private static final ConfigMapRef CONFIGURED = new ConfigMapRef(WellKnown.NAMESPACE, WellKnown.SLO_CONFIG_MAP);

    @Override
    public String suite() {
        return "manager/configmap-validate";
    }

    @Override
    public JsonNode run(JsonNode input) {
        List<LabelledNode> nodes = new ArrayList<>();
        for (JsonNode node : input.path("nodes")) {
            JsonNode metadata = node.path("metadata");
            nodes.add(new LabelledNode(
                    metadata.path("name").asText(), ColocationConfigSuite.texts(metadata.path("labels"))));
        }
        return outcome(ConfigReviews.ofConfigMap(
                AdmissionRequests.of(input, "configmaps", "configMap", "oldConfigMap"),
                CONFIGURED,
                nodes,
                input.path("nodeStrategyNameNeedCheck").asBoolean()));
    }

    private static ObjectNode outcome(Optional<Rejection> denial) {
        ObjectNode out = Json.MAPPER.createObjectNode().put("allowed", denial.isEmpty());
        denial.ifPresent(reason -> describe(reason, out));
        return out;
    }

    private static void describe(Rejection denial, ObjectNode out) {
        out.put("reason", denial.reason().wireName());
        denial.fields().forEach(out.withArray("invalidFields")::add);
        Conflict conflict = denial.conflict();
        if (conflict != null) {
            out.put("config", conflict.config());
            conflict.strategies().forEach(out.putArray("strategies")::add);
        }
    }

    /** The vectors name fields only where a range is at fault; names of fields and entries have no order. */
    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        ObjectNode seen = asSets(actual);
        if (!expect.has("invalidFields")) {
            seen.remove("invalidFields");
        }
        return VectorTrees.difference(asSets(expect), seen, field -> false);
    }

    private static ObjectNode asSets(JsonNode outcome) {
        ObjectNode copy = outcome.deepCopy();
        for (String name : List.of("invalidFields", "strategies")) {
            if (copy.get(name) instanceof ArrayNode list) {
                TreeSet<String> distinct = new TreeSet<>();
                list.forEach(one -> distinct.add(one.asText()));
                distinct.forEach(copy.putArray(name)::add);
            }
        }
        return copy;
    }
}
