package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.document.quota.QuotaDocuments;
import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaProfile;
import io.koordbridge.manager.quota.quotaprofile.QuotaProfilePlan;
import io.koordbridge.manager.quota.quotaprofile.TreeIds;
import io.koordbridge.manager.quota.quotaprofile.TreeResources;
import io.koordbridge.manager.quota.quotaprofile.TreeSums;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code manager/quota-profile}: the root quota of a tree. */
public final class QuotaProfileSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "manager/quota-profile";
    }

    @Override
    public JsonNode run(JsonNode input) {
        ElasticQuotaProfile profile = Json.as(input.get("profile"), ElasticQuotaProfile.class);
        String namespace = profile.getMetadata().getNamespace();
        String given = QuotaDocuments.treeId(profile);
        String treeId = given.isEmpty()
                ? TreeIds.derived(namespace, profile.getMetadata().getName())
                : given;
        ObjectNode out = Json.MAPPER.createObjectNode();
        out.put("profileTreeID", treeId).put("requeueAfterSeconds", 10);
        boolean invalid =
                CompiledSelector.of(profile.getSpec().nodeSelector()).problem().isPresent();
        out.put("error", invalid);
        if (invalid) {
            return out;
        }
        List<Node> nodes = new ArrayList<>();
        input.path("nodes").forEach(one -> nodes.add(Json.as(one, Node.class)));
        TreeSums sums = new TreeSums();
        sums.look(nodes.stream());
        TreeResources offered =
                sums.of("", profile.getSpec().nodeSelector()).scaledBy(QuotaDocuments.ratio(profile.getSpec()));
        QuotaProfilePlan plan = QuotaProfilePlan.of(profile, treeId, offered);
        out.set("quota", outcome(plan, input.path("existingQuota"), namespace));
        return out;
    }

    /** What the API server has after the plan was carried out on an existing or a new object. */
    private static ObjectNode outcome(QuotaProfilePlan plan, JsonNode existing, String namespace) {
        ObjectNode before = existing.isObject() ? existing.deepCopy() : Json.MAPPER.createObjectNode();
        ElasticQuota quota = Json.as(before, ElasticQuota.class);
        plan.patch(quota).ifPresent(patch -> merge(before, patch));
        ObjectNode out = Json.MAPPER.createObjectNode();
        out.put("namespace", namespace);
        out.set("labels", before.at("/metadata/labels"));
        ObjectNode annotations = out.putObject("annotations");
        before.at("/metadata/annotations")
                .properties()
                .forEach(entry -> annotations.set(entry.getKey(), ElasticQuotaMutateSuite.parsed(entry.getValue())));
        out.set("min", before.at("/spec/min"));
        out.set("max", before.at("/spec/max"));
        return out;
    }

    private static void merge(ObjectNode target, JsonNode patch) {
        for (Map.Entry<String, JsonNode> field : patch.properties()) {
            if (field.getValue().isNull()) {
                target.remove(field.getKey());
            } else if (field.getValue().isObject()) {
                boolean present = target.get(field.getKey()) instanceof ObjectNode;
                ObjectNode child = present ? (ObjectNode) target.get(field.getKey()) : target.putObject(field.getKey());
                merge(child, field.getValue());
            } else {
                target.set(field.getKey(), field.getValue());
            }
        }
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        if (expect.path("error").asBoolean()) {
            return actual.path("error").asBoolean() ? Optional.empty() : Optional.of("expected an error: " + actual);
        }
        return VectorTrees.difference(expect, actual, field -> switch (field) {
            case "annotations", "min", "max" -> true;
            default -> false;
        });
    }
}
