package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.manager.quota.admission.MemoryLedger;
import io.koordbridge.manager.quota.admission.QuotaAdmission;
import io.koordbridge.manager.quota.admission.QuotaEvaluator;
import io.koordbridge.manager.quota.admission.QuotaKey;
import io.koordbridge.manager.server.webhook.CallerDeadline;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code manager/quota-admission}: pods against the limits of their quotas. */
public final class QuotaAdmissionSuite implements SuiteAdapter {

    private static final QuotaEvaluator.Limits LIMITS =
            new QuotaEvaluator.Limits(Duration.ofSeconds(10), 3, Duration.ZERO, false);

    @Override
    public String suite() {
        return "manager/quota-admission";
    }

    @Override
    public JsonNode run(JsonNode input) {
        List<ElasticQuota> quotas = new ArrayList<>();
        input.path("elasticQuotas").forEach(one -> quotas.add(Json.as(one, ElasticQuota.class)));
        MemoryLedger ledger = new MemoryLedger(quotas);
        ObjectNode out = Json.MAPPER.createObjectNode();
        ArrayNode allowed = out.putArray("allowed");
        try (QuotaEvaluator evaluator = new QuotaEvaluator(ledger, LIMITS)) {
            QuotaAdmission admission =
                    new QuotaAdmission(ledger, evaluator, Clock.systemUTC(), gates(input.path("featureGates")));
            input.path("steps").forEach(step -> allowed.add(admit(admission, step)));
        }
        ObjectNode requests = out.putObject("childRequest");
        for (ElasticQuota quota : quotas) {
            String text = ledger.read(QuotaKey.of(quota))
                    .flatMap(now -> AnnotationCodec.text(now, Annotations.QUOTA_CHILD_REQUEST))
                    .orElse("null");
            requests.set(
                    quota.getMetadata().getName(),
                    ElasticQuotaMutateSuite.parsed(Json.MAPPER.getNodeFactory().textNode(text)));
        }
        return out;
    }

    private static boolean admit(QuotaAdmission admission, JsonNode step) {
        String operation = step.path("operation").asText();
        if (!operation.equals("CREATE") && !operation.equals("UPDATE")) {
            return true;
        }
        Pod pod = Json.as(step.get("pod"), Pod.class);
        Pod before = operation.equals("UPDATE") ? Json.as(step.get("oldPod"), Pod.class) : null;
        return admission
                .admit(pod, pod.getMetadata().getNamespace(), before, false, CallerDeadline.UNKNOWN)
                .isEmpty();
    }

    private static QuotaAdmission.Gates gates(JsonNode named) {
        return new QuotaAdmission.Gates(
                named.path("EnableQuotaAdmission").asBoolean(),
                named.path("EnableQuotaAdmissionOnUpdate").asBoolean(),
                named.path("DisableDefaultQuota").asBoolean(),
                named.path("ElasticQuotaEvaluationTransformPod").asBoolean()
                        && named.path("ReplaceResourcesTransformer").asBoolean(),
                named.path("ElasticQuotaIgnorePodOverhead").asBoolean());
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        return VectorTrees.difference(expect, actual, field -> field.equals("childRequest"));
    }
}
