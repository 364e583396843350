package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.qos.burst.NodeState;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

public final class CpuBurstNodeStateAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/cpu-burst-node-state";
    }

    @Override
    public JsonNode run(JsonNode input) {
        KernelCase kernel = new KernelCase(input);
        SampleStore store = Samples.store();
        Samples.fill(store, input.path("samples"), kernel.now);
        Duration round =
                Duration.ofSeconds(input.path("reconcileIntervalSeconds").asLong(1));
        long threshold = input.path("sharePoolThresholdPercent").asLong();
        NodeState state = state(store, kernel.pods(), input.path("numCPU").asInt(), threshold, round, kernel.now);
        return Json.MAPPER.createObjectNode().put("nodeState", state.wireName());
    }

    static NodeState state(
            SampleStore store, List<PodInfo> pods, int cpus, long threshold, Duration round, Instant now) {
        Instant from = now.minus(NodeState.window(round));
        return NodeState.of(
                boxed(store.mean(Metric.NODE_CPU, SampleStore.NODE, from, now)),
                pods,
                pod -> boxed(store.mean(Metric.POD_CPU, pod.uid(), from, now)),
                cpus,
                threshold);
    }

    static Optional<Double> boxed(OptionalDouble value) {
        return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
    }
}
