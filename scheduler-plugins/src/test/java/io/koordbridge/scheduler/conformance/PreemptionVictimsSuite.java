package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.preempt.budget.DisruptionBudgets;
import io.koordbridge.scheduler.quota.preemption.PreemptionPlan;
import io.koordbridge.scheduler.quota.preemption.PreemptionPlan.Asked;
import io.koordbridge.scheduler.quota.preemption.PreemptionRight;
import io.koordbridge.scheduler.quota.preemption.Victims;
import io.koordbridge.scheduler.quota.tree.QuotaVerdict;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.NodeFactsReader;
import io.koordbridge.scheduler.view.PodFactsReader;
import io.koordbridge.testkit.conformance.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Suite scheduler-quota/preemption-victims. */
public final class PreemptionVictimsSuite extends QuotaSuite {

    public PreemptionVictimsSuite() {
        super("preemption-victims");
    }

    @Override
    public JsonNode run(JsonNode input) {
        QuotaCase quotas = new QuotaCase(args(input));
        ClusterLedger nodes = new ClusterLedger();
        Map<String, Map<String, String>> labels = new HashMap<>();
        input.path("quotas").forEach(quotas::quota);
        input.path("nodes").forEach(node -> {
            quotas.node(node);
            nodes.nodeSeen(NodeFactsReader.read(Json.as(node, Node.class), null));
        });
        input.path("pods").forEach(object -> {
            Pod pod = Json.as(object, Pod.class);
            quotas.pod(object);
            nodes.podSeen(PodFactsReader.read(pod));
            labels.put(
                    pod.getMetadata().getUid(),
                    Objects.requireNonNullElse(pod.getMetadata().getLabels(), Map.of()));
        });
        String key = quotas.pod(input.path("pod"));
        Pod preemptor = Json.as(input.path("pod"), Pod.class);

        ObjectNode answer = Json.MAPPER.createObjectNode();
        QuotaVerdict verdict = quotas.check(key);
        answer.set("preFilterCode", quotas.verdict(verdict).path("code"));
        Asked asked = Asked.of(PodFactsReader.read(preemptor), quotas.ledger().pods(verdict.quota()))
                .orElseThrow();
        boolean eligible = PreemptionRight.of(preemptor).holds(asked.pod(), asked.leaving());
        answer.put("eligible", eligible);
        if (eligible) {
            boolean spared = verdict.quota().equals(WellKnown.DEFAULT_QUOTA)
                    && input.path("args").path("disableDefaultQuotaPreemption").asBoolean(true);
            Asked by = spared ? new Asked(asked.facts(), asked.pod(), List.of()) : asked;
            write(victims(input, quotas, nodes, by, labels), answer);
        }
        return answer;
    }

    private static Victims victims(
            JsonNode input,
            QuotaCase quotas,
            ClusterLedger nodes,
            Asked asked,
            Map<String, Map<String, String>> labels) {
        List<PodDisruptionBudget> budgets = new ArrayList<>();
        input.path("podDisruptionBudgets").forEach(one -> budgets.add(Json.as(one, PodDisruptionBudget.class)));
        return new PreemptionPlan(quotas.ledger(), nodes, Samples.plugins())
                .victims(asked, input.path("node").asText(), DisruptionBudgets.of(budgets), labels);
    }

    private static void write(Victims victims, ObjectNode answer) {
        answer.put(
                "code",
                switch (victims.code()) {
                    case HELPS -> "Success";
                    case DOES_NOT_HELP -> "Unschedulable";
                    case NO_CANDIDATE -> "UnschedulableAndUnresolvable";
                });
        if (victims.code() == Victims.Code.HELPS) {
            answer.put("numPDBViolations", victims.budgetViolations());
            ArrayNode list = answer.putArray("victims");
            victims.victims().forEach(pod -> list.add(pod.key()));
        }
    }
}
