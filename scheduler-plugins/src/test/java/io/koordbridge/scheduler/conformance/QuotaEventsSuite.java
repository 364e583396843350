package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.quota.tree.QuotaSpec;
import io.koordbridge.scheduler.quota.tree.QuotaVerdict;
import io.koordbridge.testkit.conformance.Json;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Suite scheduler-quota/events. */
public final class QuotaEventsSuite extends QuotaSuite {

    public QuotaEventsSuite() {
        super("events");
    }

    @Override
    public JsonNode run(JsonNode input) {
        QuotaCase all = new QuotaCase(args(input));
        Map<String, String> uids = new HashMap<>();
        ObjectNode answer = Json.MAPPER.createObjectNode();
        ArrayNode steps = answer.putArray("steps");
        for (JsonNode step : input.path("steps")) {
            JsonNode result = step(all, step, uids);
            steps.add(result == null ? Json.MAPPER.nullNode() : result);
        }
        return answer;
    }

    private static @Nullable JsonNode step(QuotaCase all, JsonNode step, Map<String, String> uids) {
        String key = step.path("key").asText();
        switch (step.path("event").asText()) {
            case "node-add", "node-update" -> all.node(step.path("node"));
            case "node-delete" -> all.ledger().nodeGone(key);
            case "quota-add", "quota-update" -> all.quota(step.path("quota"));
            case "quota-delete" -> all.ledger().quotaGone(key);
            case "pod-add", "pod-update" ->
                uids.put(
                        all.pod(step.path("pod")),
                        step.path("pod").path("metadata").path("uid").asText());
            case "pod-delete" -> all.ledger().podGone(uids.getOrDefault(key, ""), key);
            case "reserve" -> all.ledger().hold(key, QuotaCase.NOW.plusSeconds(60));
            case "unreserve" -> all.ledger().release(key);
            case "migrate-default" -> all.ledger().moveOutOfDefault();
            case "admit" -> {
                return all.verdict(all.check(key));
            }
            case "schedule" -> {
                QuotaVerdict verdict = all.check(key);
                if (verdict.code().allows()) {
                    all.ledger().hold(key, QuotaCase.NOW.plusSeconds(60));
                }
                return all.verdict(verdict);
            }
            case "state" -> {
                return state(all);
            }
            default -> throw new IllegalArgumentException("event " + step.path("event"));
        }
        return null;
    }

    private static ObjectNode state(QuotaCase all) {
        ObjectNode trees = Json.MAPPER.createObjectNode();
        all.ledger().states().forEach((tree, states) -> {
            ObjectNode quotas = trees.putObject(tree);
            states.forEach((name, state) -> {
                ObjectNode one = lists(name, state);
                QuotaSpec spec = all.ledger().quota(name);
                boolean builtIn = name.equals(WellKnown.SYSTEM_QUOTA) || name.equals(WellKnown.DEFAULT_QUOTA);
                if (spec != null && !builtIn) {
                    one.put("parent", spec.parent());
                }
                quotas.set(name, one);
            });
        });
        return trees;
    }
}
