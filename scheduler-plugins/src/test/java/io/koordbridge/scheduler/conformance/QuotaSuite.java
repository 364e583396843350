package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.quota.QuotaNamespaces;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.quota.tree.QuotaArgs;
import io.koordbridge.scheduler.quota.tree.QuotaGates;
import io.koordbridge.scheduler.quota.tree.QuotaReader;
import io.koordbridge.scheduler.quota.tree.QuotaState;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A suite of quotas, whose resource lists are compared as numbers. */
abstract class QuotaSuite implements SuiteAdapter {

    private final String name;

    QuotaSuite(String name) {
        this.name = name;
    }

    @Override
    public final String suite() {
        return "scheduler-quota/" + name;
    }

    static ResourceVector vector(JsonNode list) {
        Map<String, BigDecimal> exact = new TreeMap<>();
        list.properties()
                .forEach(field -> exact.put(
                        field.getKey(),
                        Quantities.decimal(new Quantity(field.getValue().asText()))));
        return QuotaReader.vector(exact);
    }

    static ObjectNode written(ResourceVector amounts) {
        ObjectNode list = Json.MAPPER.createObjectNode();
        amounts.amounts().forEach(list::put);
        return list;
    }

    static ObjectNode withoutZeros(ResourceVector amounts) {
        ObjectNode list = Json.MAPPER.createObjectNode();
        amounts.amounts().forEach((key, amount) -> {
            if (amount != 0) {
                list.put(key, amount);
            }
        });
        return list;
    }

    static QuotaGates gates(JsonNode input) {
        JsonNode gates = input.path("featureGates");
        return new QuotaGates(
                gates.path("MultiQuotaTree").asBoolean(),
                gates.path("ElasticQuotaIgnorePodOverhead").asBoolean(),
                gates.path("ElasticQuotaIgnoreTerminatingPod").asBoolean(),
                gates.path("ElasticQuotaImmediateIgnoreTerminatingPod").asBoolean(),
                gates.path("ElasticQuotaGuaranteeUsage").asBoolean(),
                gates.path("DisableDefaultQuota").asBoolean());
    }

    static QuotaArgs args(JsonNode input) {
        JsonNode args = input.path("args");
        return new QuotaArgs(
                true,
                args.path("enableCheckParentQuota").asBoolean(false),
                args.path("enableRuntimeQuota").asBoolean(true),
                args.path("enableMinQuotaScale").asBoolean(true),
                "koordinator-system",
                // The reference lets every quota take the pods of any namespace.
                List.of(QuotaNamespaces.ANY),
                gates(input));
    }

    /** The published lists of a quota, without empty ones. */
    static ObjectNode lists(String quota, QuotaState state) {
        ObjectNode lists = Json.MAPPER.createObjectNode();
        boolean root = quota.equals(WellKnown.ROOT_QUOTA);
        boolean builtIn = quota.equals(WellKnown.SYSTEM_QUOTA) || quota.equals(WellKnown.DEFAULT_QUOTA);
        if (!builtIn) {
            lists.set("runtime", written(state.runtime()));
        }
        lists.set("request", withoutZeros(state.request()));
        lists.set("used", withoutZeros(state.used()));
        if (!root && !builtIn) {
            lists.set("nonPreemptibleRequest", withoutZeros(state.below().nonPreemptibleRequest()));
            lists.set("nonPreemptibleUsed", withoutZeros(state.below().nonPreemptibleUsed()));
            lists.set("childRequest", withoutZeros(state.childRequest()));
        }
        return lists;
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        return Json.difference(numbers(expect), numbers(actual), 1e-9);
    }

    /** Texts that are quantities as numbers in our units; empty lists are left out. */
    private static JsonNode numbers(JsonNode tree) {
        if (tree.isArray()) {
            var copy = Json.MAPPER.createArrayNode();
            tree.forEach(element -> copy.add(numbers(element)));
            return copy;
        }
        if (!tree.isObject()) {
            return tree;
        }
        ObjectNode copy = Json.MAPPER.createObjectNode();
        tree.properties().forEach(field -> {
            JsonNode value = field.getValue();
            JsonNode read = isList(field.getKey(), value) ? written(vector(value)) : numbers(value);
            if (!(read.isObject() && read.isEmpty())) {
                copy.set(field.getKey(), read);
            }
        });
        return copy;
    }

    private static boolean isList(String key, JsonNode value) {
        return value.isObject()
                && !value.isEmpty()
                && value.properties().stream()
                        .allMatch(field -> field.getValue().isTextual())
                && !key.equals("labels");
    }
}
