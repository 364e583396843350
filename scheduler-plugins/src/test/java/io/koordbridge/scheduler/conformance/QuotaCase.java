package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.pod.PodClassification;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.scheduler.quota.tree.PodQuota;
import io.koordbridge.scheduler.quota.tree.QuotaArgs;
import io.koordbridge.scheduler.quota.tree.QuotaLedger;
import io.koordbridge.scheduler.quota.tree.QuotaReader;
import io.koordbridge.scheduler.quota.tree.QuotaSpec;
import io.koordbridge.scheduler.quota.tree.QuotaVerdict;
import io.koordbridge.testkit.conformance.Json;
import java.time.Instant;

/** Events of objects for a ledger of quotas, and its verdicts in the shape of the suites. */
final class QuotaCase {

    /** Between the deletion times of the recordings. */
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final QuotaArgs args;
    private final QuotaLedger ledger;

    QuotaCase(QuotaArgs args) {
        this.args = args;
        this.ledger = new QuotaLedger(args);
    }

    QuotaLedger ledger() {
        return ledger;
    }

    void node(JsonNode node) {
        ledger.nodeSeen(
                node.path("metadata").path("name").asText(),
                QuotaSuite.vector(node.path("status").path("allocatable")));
    }

    void quota(JsonNode object) {
        ledger.quotaSeen(
                QuotaReader.quota(Json.as(object, ElasticQuota.class), null).spec());
    }

    /** A pod that is done is gone, as a feed without such pods says it. */
    String pod(JsonNode object) {
        Pod pod = Json.as(object, Pod.class);
        PodQuota read = QuotaReader.pod(pod, args.gates());
        if (PodClassification.isTerminated(pod)) {
            ledger.podGone(read.uid(), read.key());
        } else {
            ledger.podSeen(read);
            ledger.expire(NOW, NOW);
        }
        return read.key();
    }

    QuotaVerdict check(String key) {
        return ledger.check(key);
    }

    ObjectNode verdict(QuotaVerdict verdict) {
        ObjectNode answer = Json.MAPPER.createObjectNode();
        QuotaSpec quota = ledger.quota(verdict.quota());
        answer.put("allowed", verdict.code().allows());
        answer.put("quota", verdict.quota());
        answer.put("treeID", quota == null ? "" : quota.tree().id());
        answer.put(
                "code",
                switch (verdict.code()) {
                    case ALLOWED -> "Success";
                    case NO_QUOTA -> "Skip";
                    case ORPHAN -> "Error";
                    case USED_LIMIT, NON_PREEMPTIBLE_MIN, PARENT -> "Unschedulable";
                });
        if (!verdict.exceeded().isEmpty()) {
            answer.put(
                    "check",
                    switch (verdict.code()) {
                        case USED_LIMIT -> "usedLimit";
                        case NON_PREEMPTIBLE_MIN -> "nonPreemptibleMin";
                        default -> "parent";
                    });
            answer.put("failedQuota", verdict.failedQuota());
            ArrayNode exceeded = answer.putArray("exceeded");
            verdict.exceeded().forEach(exceeded::add);
        }
        return answer;
    }
}
