package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.manager.quota.topology.PodQuestion;
import io.koordbridge.manager.quota.topology.QuotaDecision;
import io.koordbridge.manager.quota.topology.QuotaGates;
import io.koordbridge.manager.quota.topology.QuotaReview;
import io.koordbridge.manager.quota.topology.QuotaReview.Operation;
import io.koordbridge.manager.quota.topology.QuotaRules;
import io.koordbridge.manager.quota.topology.QuotaTopology;
import io.koordbridge.protocol.Labels;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** {@code manager/elastic-quota-validate}: sequences of changes, accepted or denied. */
public final class ElasticQuotaValidateSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "manager/elastic-quota-validate";
    }

    @Override
    public JsonNode run(JsonNode input) {
        JsonNode named = input.path("featureGates");
        QuotaGates gates = new QuotaGates(
                named.path("ElasticQuotaEnableUpdateResourceKey").asBoolean(),
                named.path("ElasticQuotaGuaranteeUsage").asBoolean());
        List<Pod> pods = new ArrayList<>();
        input.path("pods").forEach(pod -> pods.add(Json.as(pod, Pod.class)));
        Map<String, ElasticQuota> last = new HashMap<>();
        QuotaTopology topology = QuotaTopology.EMPTY;
        ObjectNode out = Json.MAPPER.createObjectNode();
        ArrayNode allowed = out.putArray("allowed");
        for (JsonNode step : input.path("steps")) {
            QuotaReview review = review(step, last);
            boolean podsBelong = QuotaRules.question(topology, review, gates)
                    .map(question -> belong(pods, question))
                    .orElse(false);
            QuotaDecision ruling = QuotaRules.decide(topology, review, gates, podsBelong);
            topology = ruling.changed().map(topology::after).orElse(topology);
            allowed.add(ruling.allowed());
            if (ruling.allowed()) {
                last.put(review.name(), review.quota());
            }
        }
        return out;
    }

    private static QuotaReview review(JsonNode step, Map<String, ElasticQuota> last) {
        Operation operation = Operation.valueOf(step.path("op").asText());
        ElasticQuota quota = Json.as(step.get("quota"), ElasticQuota.class);
        if (operation != Operation.UPDATE) {
            return new QuotaReview(operation, quota, null);
        }
        String name = quota.getMetadata().getName();
        ElasticQuota unknown = new ElasticQuota();
        unknown.getMetadata().setName(name);
        return new QuotaReview(operation, quota, last.getOrDefault(name, unknown));
    }

    private static boolean belong(List<Pod> pods, PodQuestion question) {
        return pods.stream().map(Pod::getMetadata).anyMatch(metadata -> {
            boolean labelled = metadata.getLabels() != null
                    && question.quota().equals(metadata.getLabels().get(Labels.QUOTA_NAME));
            return labelled || question.namespaces().contains(metadata.getNamespace());
        });
    }
}
