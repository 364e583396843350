package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.admission.objectdecoding.ObjectDecoding;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.manager.config.featuregate.FeatureGates;
import io.koordbridge.manager.config.featuregate.Gate;
import io.koordbridge.manager.handlers.podvalidation.EnhancedRules;
import io.koordbridge.manager.handlers.podvalidation.PodValidation;
import io.koordbridge.manager.handlers.podvalidation.QuotaMembership;
import io.koordbridge.manager.quota.admission.QuotaNames;
import io.koordbridge.manager.quota.topology.FixedQuotas;
import io.koordbridge.manager.quota.topology.QuotaInfo;
import io.koordbridge.manager.quota.topology.QuotaObjects;
import io.koordbridge.manager.quota.topology.QuotaTopology;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Pods through the validating webhook. */
public final class PodValidateSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "manager/pod-validate";
    }

    @Override
    public JsonNode run(JsonNode input) {
        ObjectNode out = Json.MAPPER.createObjectNode();
        String operation = input.path("operation").asText();
        if (!operation.equals("CREATE") && !operation.equals("UPDATE")) {
            return out.put("allowed", true);
        }
        Map<String, Boolean> gates = new TreeMap<>();
        input.path("featureGates")
                .properties()
                .forEach(gate -> gates.put(gate.getKey(), gate.getValue().asBoolean()));
        EnhancedRules rules = EnhancedRules.read(
                        input.hasNonNull("enhancedValidatorConfigMap")
                                ? ColocationConfigSuite.texts(
                                        input.path("enhancedValidatorConfigMap").path("data"))
                                : null)
                .accepted()
                .orElse(EnhancedRules.NONE);
        List<ElasticQuota> quotas = new ArrayList<>();
        input.path("elasticQuotas").forEach(quota -> quotas.add(Json.as(quota, ElasticQuota.class)));
        Pod pod = ObjectDecoding.pod(input.get("pod"));
        boolean update = operation.equals("UPDATE");
        if (update && !input.hasNonNull("oldPod")) {
            return out.put("allowed", false);
        }
        Pod before = update ? ObjectDecoding.pod(input.get("oldPod")) : null;
        FeatureGates features = FeatureGates.of(gates);
        PodValidation.Outcome outcome = new PodValidation(features, membership(quotas, features), () -> rules)
                .validate(
                        new PodValidation.Change(pod, before, pod.getMetadata().getNamespace()));
        out.put("allowed", outcome.isAllowed());
        outcome.violations().stream()
                .map(one -> Json.MAPPER
                        .createObjectNode()
                        .put("type", one.kind().cause())
                        .put("field", one.field()))
                .forEach(out.withArray("/causes")::add);
        return out;
    }

    private static QuotaMembership membership(List<ElasticQuota> quotas, FeatureGates gates) {
        QuotaTopology topology =
                QuotaTopology.of(quotas.stream().map(QuotaInfo::of).toList());
        QuotaObjects objects = new FixedQuotas(quotas);
        boolean labelOnly = gates.isOn(Gate.DISABLE_DEFAULT_QUOTA);
        return new QuotaMembership(
                (pod, namespace) -> QuotaNames.of(pod, namespace, objects, labelOnly),
                () -> topology,
                QuotaMembership.Admission.OFF,
                () -> true);
    }

    /** Causes are a set; of a denial that names none only the denial counts. */
    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        ObjectNode wanted = sorted(expect);
        ObjectNode seen = sorted(actual);
        if (!expect.path("allowed").asBoolean() && !expect.has("causes")) {
            wanted.remove("causes");
            seen.remove("causes");
        }
        return Json.difference(wanted, seen, 0);
    }

    private static ObjectNode sorted(JsonNode outcome) {
        TreeSet<String> causes = new TreeSet<>();
        outcome.path("causes")
                .forEach(cause -> causes.add(
                        cause.path("type").asText() + " " + cause.path("field").asText()));
        ObjectNode copy = Json.MAPPER
                .createObjectNode()
                .put("allowed", outcome.path("allowed").asBoolean());
        causes.forEach(copy.withArray("/causes")::add);
        return copy;
    }
}
