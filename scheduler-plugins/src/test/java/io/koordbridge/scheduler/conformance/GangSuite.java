package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.podgroup.PodGroup;
import io.koordbridge.scheduler.gang.plan.GangBook;
import io.koordbridge.scheduler.gang.plan.GangBook.Permit;
import io.koordbridge.scheduler.gang.plan.GangBook.Snapshot;
import io.koordbridge.scheduler.gang.plan.GangEntry;
import io.koordbridge.scheduler.gang.plan.GangFeed;
import io.koordbridge.scheduler.gang.plan.GangReader;
import io.koordbridge.scheduler.gang.plan.GangSpec;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Suite scheduler-quota/gang. */
public final class GangSuite implements SuiteAdapter {

    private static final Duration DEFAULT_WAIT = Duration.ofMinutes(10);

    @Override
    public String suite() {
        return "scheduler-quota/gang";
    }

    @Override
    public JsonNode run(JsonNode input) {
        GangBook book = new GangBook();
        Map<String, Pod> pods = new HashMap<>();
        ObjectNode answer = Json.MAPPER.createObjectNode();
        ArrayNode steps = answer.putArray("steps");
        for (JsonNode step : input.path("steps")) {
            JsonNode result = step(book, pods, step);
            steps.add(result == null ? Json.MAPPER.nullNode() : result);
        }
        return answer;
    }

    private static @Nullable JsonNode step(GangBook book, Map<String, Pod> pods, JsonNode step) {
        String name = step.path("key").asText();
        String key = pods.containsKey(name) ? "d/" + name : name;
        switch (step.path("op").asText()) {
            case "pod-add" -> {
                Pod pod = Json.MAPPER.convertValue(step.path("pod"), Pod.class);
                pods.put(pod.getMetadata().getName(), pod);
                GangFeed.read(pod, DEFAULT_WAIT).ifPresent(book::podSeen);
            }
            case "pod-delete" -> book.podGone(pods.get(name).getMetadata().getUid(), key);
            case "podgroup-add", "podgroup-update" -> {
                PodGroup group = Json.MAPPER.convertValue(step.path("podGroup"), PodGroup.class);
                book.groupSeen(GangReader.id(group), GangReader.declaredBy(group, DEFAULT_WAIT));
            }
            case "podgroup-delete" ->
                book.groupGone(GangReader.id(Json.MAPPER.convertValue(step.path("podGroup"), PodGroup.class)));
            case "gang" -> {
                return book.find(name)
                        .map(GangSuite::gang)
                        .orElseGet(() -> Json.MAPPER.createObjectNode().putNull("id"));
            }
            case "enqueue" -> {
                return enqueue(book, pods.get(name));
            }
            case "permit" -> {
                return permit(book, pods.get(name));
            }
            case "unreserve" -> book.leave(key);
            case "bound" -> book.bound(key);
            default -> throw new IllegalArgumentException("op " + step.path("op"));
        }
        return null;
    }

    private static JsonNode enqueue(GangBook book, @Nullable Pod pod) {
        ObjectNode answer = Json.MAPPER.createObjectNode();
        if (pod == null) {
            return answer.put("allowed", false).put("reason", "unknownPod");
        }
        GangEntry entry = GangReader.gangOf(pod).map(book::entry).orElse(GangEntry.ALLOWED);
        answer.put("allowed", entry == GangEntry.ALLOWED);
        return entry == GangEntry.ALLOWED ? answer : answer.put("reason", entry.code());
    }

    private static JsonNode permit(GangBook book, Pod pod) {
        ObjectNode answer = Json.MAPPER.createObjectNode();
        if (GangReader.gangOf(pod).isEmpty()) {
            return answer.put("result", "PodGroup not specified").put("waitSeconds", 0);
        }
        Permit permit = book.permit(
                pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName());
        return answer.put("result", permit.goes() ? "Success" : "Wait")
                .put("waitSeconds", permit.patience().toSeconds());
    }

    private static ObjectNode gang(Snapshot gang) {
        ObjectNode answer = Json.MAPPER.createObjectNode().put("id", gang.id());
        GangSpec spec = gang.spec();
        answer.put("initialized", spec != null)
                .put("minMember", spec == null ? 0 : spec.minimum())
                .put("total", spec == null ? 0 : spec.total())
                .put("mode", spec == null || spec.strict() ? "Strict" : "NonStrict")
                .put(
                        "matchPolicy",
                        spec == null ? "once-satisfied" : spec.policy().text())
                .put("waitSeconds", spec == null ? 0 : spec.patience().toSeconds())
                .put(
                        "source",
                        spec != null && spec.declaredByPodGroup() ? "GangFromPodGroupCrd" : "GangFromPodAnnotation");
        return answer.put("groupId", spec == null ? gang.id() : spec.groupId());
    }
}
