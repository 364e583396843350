package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.manager.handlers.podvalidation.QuotaMembership;
import io.koordbridge.manager.quota.topology.PodQuestion;
import io.koordbridge.manager.quota.topology.QuotaDecision;
import io.koordbridge.manager.quota.topology.QuotaDefaults;
import io.koordbridge.manager.quota.topology.QuotaGates;
import io.koordbridge.manager.quota.topology.QuotaReview;
import io.koordbridge.manager.quota.topology.QuotaReview.Operation;
import io.koordbridge.manager.quota.topology.QuotaRules;
import io.koordbridge.manager.quota.topology.QuotaTopology;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/** {@code scheduler-quota/quota-webhook}: what a new quota is given, and why a change is refused. */
public final class QuotaWebhookSuite implements SuiteAdapter {

    /** Classes of reasons by the words of our refusals; the first that is found counts. */
    private static final Map<Pattern, String> REASONS = new LinkedHashMap<>();

    static {
        reason("exists; names are unique", "exists");
        reason("is bound to quota", "namespaceBound");
        reason("spec.max, .*; allowed: 0 or more", "negativeMax");
        reason("spec.min, .*; allowed: 0 or more", "negativeMin");
        reason("shared-weight, .*; allowed: 0 or more", "negativeWeight");
        reason("is more than spec.max", "minAboveMax");
        reason("names .*, spec.max does not", "minKeyNotInMax");
        reason("does not cover status.used", "maxBelowUsed");
        reason("invalid .*; allowed: an", "badJson");
        reason("has children and must stay a parent", "isParentFalseWithChildren");
        reason("has pods and cannot become a parent", "isParentTrueWithPods");
        reason("cannot change from", "treeIdChanged");
        reason("of its parent .*", "");
        reason("of its child", "treeIdChild");
        reason("parent .* is not known", "parentMissing");
        reason("is not marked as a parent", "parentNotParent");
        reason("minimums of the children", "");
        reason("is not guaranteed", "guarantee");
        reason("is built in and cannot be changed", "forbidden");
        reason("is built in and cannot be deleted", "builtIn");
        reason("has .* child", "hasChildren");
        reason("has pods", "hasPods");
        reason("is not known", "unknownQuota");
    }

    private static void reason(String words, String reason) {
        REASONS.put(Pattern.compile(words, Pattern.DOTALL), reason);
    }

    @Override
    public String suite() {
        return "scheduler-quota/quota-webhook";
    }

    /** The cluster of one case. */
    private static final class Cluster {
        private final List<Pod> pods = new ArrayList<>();
        private final Map<String, ElasticQuota> quotas = new HashMap<>();
        private final QuotaGates gates;
        private final boolean podsOnParents;
        private QuotaTopology topology = QuotaTopology.EMPTY;

        Cluster(JsonNode input) {
            JsonNode named = input.path("featureGates");
            gates = new QuotaGates(
                    named.path("ElasticQuotaEnableUpdateResourceKey").asBoolean(),
                    named.path("ElasticQuotaGuaranteeUsage").asBoolean());
            podsOnParents = named.path("SupportParentQuotaSubmitPod").asBoolean();
            input.path("pods").forEach(pod -> pods.add(Json.as(pod, Pod.class)));
        }
    }

    @Override
    public JsonNode run(JsonNode input) {
        Cluster cluster = new Cluster(input);
        ObjectNode answer = Json.MAPPER.createObjectNode();
        ArrayNode steps = answer.putArray("steps");
        input.path("steps").forEach(step -> steps.add(step(cluster, step)));
        return answer;
    }

    private static ObjectNode step(Cluster cluster, JsonNode step) {
        String op = step.path("op").asText();
        if (op.equals("pod-create")) {
            return podCreate(cluster, Json.as(step.path("pod"), Pod.class));
        }
        ElasticQuota quota = Json.as(step.path("quota"), ElasticQuota.class);
        ObjectNode answer = Json.MAPPER.createObjectNode();
        boolean create = op.equals("create");
        if (create) {
            QuotaDefaults.Filled filled = QuotaDefaults.of(cluster.topology, quota);
            if (filled.refusal() != null) {
                return denied(answer, filled.refusal(), quota);
            }
            fill(quota, filled);
        }
        QuotaDecision decision = decide(cluster, Operation.valueOf(op.toUpperCase(Locale.ROOT)), quota);
        if (decision.refusal() != null) {
            return denied(answer, decision.refusal(), quota);
        }
        cluster.topology = decision.changed().map(cluster.topology::after).orElse(cluster.topology);
        cluster.quotas.put(quota.getMetadata().getName(), quota);
        answer.put("allowed", true);
        if (create) {
            answer.set("labels", Json.MAPPER.valueToTree(quota.getMetadata().getLabels()));
            answer.put(
                    "sharedWeight",
                    Objects.requireNonNullElse(
                            quota.getMetadata().getAnnotations().get(Annotations.QUOTA_SHARED_WEIGHT), ""));
        }
        return answer;
    }

    private static void fill(ElasticQuota quota, QuotaDefaults.Filled filled) {
        Map<String, String> labels = new HashMap<>(filled.labels());
        Map<String, String> annotations = new HashMap<>(filled.annotations());
        if (quota.getMetadata().getLabels() != null) {
            quota.getMetadata().getLabels().forEach((key, value) -> {
                if (!value.isEmpty()) {
                    labels.putIfAbsent(key, value);
                }
            });
        }
        if (quota.getMetadata().getAnnotations() != null) {
            quota.getMetadata().getAnnotations().forEach(annotations::putIfAbsent);
        }
        quota.getMetadata().setLabels(labels);
        quota.getMetadata().setAnnotations(annotations);
    }

    private static QuotaDecision decide(Cluster cluster, Operation operation, ElasticQuota quota) {
        ElasticQuota unknown = new ElasticQuota();
        unknown.getMetadata().setName(quota.getMetadata().getName());
        ElasticQuota before = cluster.quotas.getOrDefault(quota.getMetadata().getName(), unknown);
        QuotaReview review = new QuotaReview(operation, quota, operation == Operation.UPDATE ? before : null);
        boolean belong = QuotaRules.question(cluster.topology, review, cluster.gates)
                .map(question -> belong(cluster.pods, question))
                .orElse(false);
        return QuotaRules.decide(cluster.topology, review, cluster.gates, belong);
    }

    private static boolean belong(List<Pod> pods, PodQuestion question) {
        return pods.stream().anyMatch(pod -> question.quota().equals(label(pod)));
    }

    private static String label(Pod pod) {
        Map<String, String> labels = pod.getMetadata().getLabels();
        return labels == null ? "" : labels.getOrDefault(Labels.QUOTA_NAME, "");
    }

    private static ObjectNode podCreate(Cluster cluster, Pod pod) {
        QuotaMembership membership = new QuotaMembership(
                (one, namespace) -> label(one), () -> cluster.topology, QuotaMembership.Admission.OFF, () -> true);
        Optional<String> parent = membership.parentQuota(pod, pod.getMetadata().getNamespace());
        boolean refused = parent.isPresent() && !cluster.podsOnParents;
        ObjectNode answer = Json.MAPPER.createObjectNode().put("allowed", !refused);
        return refused ? answer.put("reason", "podOnParentQuota") : answer;
    }

    private static ObjectNode denied(ObjectNode answer, String refusal, ElasticQuota quota) {
        answer.put("allowed", false);
        String found = REASONS.entrySet().stream()
                .filter(reason -> reason.getKey().matcher(refusal).find())
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(refusal);
        return answer.put("reason", found.isEmpty() ? ofRelation(refusal, quota) : found);
    }

    /** Refusals about a parent name the side that is at fault by its place in the sentence. */
    private static String ofRelation(String refusal, ElasticQuota quota) {
        if (refusal.startsWith("minimums")) {
            boolean own = refusal.contains("of quota " + quota.getMetadata().getName() + " sum");
            return own ? "minSumOfChildren" : "minSumOfBrothers";
        }
        if (refusal.startsWith("tree id")) {
            return "treeIdParent";
        }
        return refusal.startsWith("spec.max of quota") ? "maxKeys" : "minKeys";
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        ObjectNode wanted = parsed(expect.deepCopy());
        return VectorTrees.difference(wanted, parsed(actual.deepCopy()), field -> field.equals("sharedWeight"));
    }

    private static ObjectNode parsed(ObjectNode answer) {
        answer.path("steps").forEach(step -> {
            if (step instanceof ObjectNode one && one.has("sharedWeight")) {
                one.set("sharedWeight", ElasticQuotaMutateSuite.parsed(one.get("sharedWeight")));
            }
        });
        return answer;
    }
}
