package io.koordbridge.descheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.descheduler.decide.args.MigrationArgsReader;
import io.koordbridge.descheduler.decide.limit.EvictionLimitConfig;
import io.koordbridge.descheduler.decide.limit.EvictionLimits;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.scene.ScenePods;
import io.koordbridge.descheduler.decide.scene.SceneWorkloads;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Instant;

/** Suite descheduler/object-limiter. Each eviction is of a new pod of the name. */
public final class ObjectLimiterSuite implements SuiteAdapter {

    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

    @Override
    public String suite() {
        return "descheduler/object-limiter";
    }

    @Override
    public JsonNode run(JsonNode input) {
        SceneWorkloads workloads =
                new SceneWorkloads(input.path("workloadReplicas").asInt());
        EvictionLimits limits = new EvictionLimits(
                EvictionLimitConfig.of(
                        MigrationArgsReader.read(input.path("args")).args()),
                START);
        ArrayNode answers = Json.MAPPER.createArrayNode();
        int count = 0;
        for (JsonNode step : input.path("steps")) {
            Instant now = START.plusNanos((long) (step.path("atSeconds").asDouble() * 1e9));
            PodFacts pod = pod(step.path("pod").asText(), input.path("podToWorkload"), count++);
            if (step.path("op").asText().equals("check")) {
                answers.addObject()
                        .put("limited", limits.check(pod, workloads, now).isPresent());
            } else {
                limits.evicted(pod, workloads, now);
                answers.addNull();
            }
        }
        ObjectNode answer = Json.MAPPER.createObjectNode();
        answer.set("steps", answers);
        return answer;
    }

    private static PodFacts pod(String key, JsonNode workloads, int number) {
        String[] name = key.split("/", 2);
        String workload = workloads.path(key).asText("");
        return ScenePods.pod(
                name[0],
                name[1],
                ScenePods.with(
                        pod -> pod.editMetadata().withUid(key + number).endMetadata(),
                        workload.isEmpty() ? pod -> pod : ScenePods.of(name[0] + "/" + workload)));
    }
}
