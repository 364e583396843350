package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.document.quota.QuotaDocuments;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.manager.quota.admission.QuotaAdmission;
import io.koordbridge.manager.quota.admission.QuotaDemand;
import io.koordbridge.manager.quota.admission.QuotaEvaluation;
import io.koordbridge.manager.quota.topology.FixedQuotas;
import io.koordbridge.manager.server.webhook.CallerDeadline;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code manager/quota-admission}: pods against the limits of their quotas. */
public final class QuotaAdmissionSuite implements SuiteAdapter {

    private static final Set<String> BUILT_IN =
            Set.of(WellKnown.ROOT_QUOTA, WellKnown.DEFAULT_QUOTA, WellKnown.SYSTEM_QUOTA);

    @Override
    public String suite() {
        return "manager/quota-admission";
    }

    @Override
    public JsonNode run(JsonNode input) {
        List<ElasticQuota> quotas = new ArrayList<>();
        input.path("elasticQuotas").forEach(one -> quotas.add(Json.as(one, ElasticQuota.class)));
        ObjectNode out = Json.MAPPER.createObjectNode();
        ArrayNode allowed = out.putArray("allowed");
        QuotaAdmission.Gates gates = gates(input.path("featureGates"));
        input.path("steps").forEach(step -> allowed.add(admit(quotas, gates, step)));
        ObjectNode requests = out.putObject("childRequest");
        for (ElasticQuota quota : quotas) {
            String text =
                    AnnotationCodec.text(quota, Annotations.QUOTA_CHILD_REQUEST).orElse("null");
            requests.set(
                    quota.getMetadata().getName(),
                    ElasticQuotaMutateSuite.parsed(Json.MAPPER.getNodeFactory().textNode(text)));
        }
        return out;
    }

    private static boolean admit(List<ElasticQuota> quotas, QuotaAdmission.Gates gates, JsonNode step) {
        String operation = step.path("operation").asText();
        if (!operation.equals("CREATE") && !operation.equals("UPDATE")) {
            return true;
        }
        FixedQuotas objects = new FixedQuotas(quotas);
        QuotaAdmission admission = new QuotaAdmission(objects, (name, wait) -> List.of(), Clock.systemUTC(), gates);
        Pod pod = Json.as(step.get("pod"), Pod.class);
        Pod before = operation.equals("UPDATE") ? Json.as(step.get("oldPod"), Pod.class) : null;
        String namespace = pod.getMetadata().getNamespace();
        boolean admitted =
                admission.admit(pod, namespace, before, CallerDeadline.UNKNOWN).isEmpty();
        String name = admission.quotaName(pod, namespace);
        boolean joins = before == null || (gates.onUpdate() && !name.equals(admission.quotaName(before, namespace)));
        if (admitted && gates.onCreate() && joins && !BUILT_IN.contains(name)) {
            objects.named(name).forEach(quota -> count(quota, pod, gates));
        }
        return admitted;
    }

    /** What koord-scheduler publishes once it sees the pod; the recording writes it from the review itself. */
    private static void count(ElasticQuota quota, Pod pod, QuotaAdmission.Gates gates) {
        ResourceAmounts max = ResourceAmounts.of(quota.getSpec().max());
        ResourceAmounts demand = QuotaDemand.of(
                        pod,
                        gates.replaceResources(),
                        gates.ignoreOverhead(),
                        Clock.systemUTC().instant())
                .restrictedTo(max.names())
                .withoutZeros();
        if (QuotaEvaluation.limits(quota) && !demand.isEmpty()) {
            ResourceAmounts before = QuotaDocuments.amounts(quota, Annotations.QUOTA_CHILD_REQUEST)
                    .orElse(ResourceAmounts.NONE);
            quota.setMetadata(new ObjectMetaBuilder(quota.getMetadata())
                    .addToAnnotations(
                            Annotations.QUOTA_CHILD_REQUEST,
                            AnnotationCodec.write(before.plus(demand).toQuantities()))
                    .build());
        }
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
