package io.koordbridge.koordlet.conformance;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.koordlet.cgroup.UsageReader;
import io.koordbridge.koordlet.collect.MeasuredUsage;
import io.koordbridge.koordlet.collect.PodCollector;
import io.koordbridge.koordlet.collect.PodNumaMemory;
import io.koordbridge.koordlet.collect.ReadErrors;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Duration;
import java.util.List;
import java.util.Map;

public final class PodUsageAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/pod-usage";
    }

    @Override
    public JsonNode run(JsonNode input) {
        KernelCase kernel = new KernelCase(input);
        ReadErrors errors = new ReadErrors(new MetricRegistry(), problem -> {});
        UsageReader reader = new UsageReader(kernel.tree);
        PodCollector collector = new PodCollector(reader, Duration.ofSeconds(1), errors);
        PodNumaMemory numa = new PodNumaMemory(reader, errors);
        ObjectNode out = Json.MAPPER.createObjectNode();
        ArrayNode rounds = out.putArray("rounds");
        for (JsonNode round : input.path("rounds")) {
            kernel.putFiles(round.path("files"));
            PodCollector.PodUsages found =
                    collector.collect(kernel.now.plusMillis(round.path("atMs").asLong()), kernel.pods());
            List<PodInfo> collected = kernel.pods().stream()
                    .filter(pod -> found.pods().containsKey(pod.uid()))
                    .toList();
            ObjectNode one = rounds.addObject();
            ObjectNode metrics = one.putObject("metrics");
            put(metrics, "pod", found.pods());
            put(metrics, "container", found.containers());
            one.put("sumCpuCores", found.sum().cores())
                    .put("sumMemoryBytes", found.sum().memoryBytes());
            ObjectNode byNode = one.putObject("sumNumaMemoryBytes");
            numa.sum(collected).forEach((node, bytes) -> byNode.put(node.toString(), bytes));
        }
        return out;
    }

    private static void put(ObjectNode metrics, String prefix, Map<String, MeasuredUsage> usages) {
        usages.forEach((key, usage) -> {
            metrics.withObjectProperty(prefix + "_cpu_usage")
                    .put(key, usage.usage().cores());
            metrics.withObjectProperty(prefix + "_memory_usage")
                    .put(key, usage.usage().memoryBytes());
        });
    }
}
