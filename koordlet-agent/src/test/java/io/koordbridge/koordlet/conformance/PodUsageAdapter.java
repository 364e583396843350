package io.koordbridge.koordlet.conformance;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.koordlet.cgroup.UsageReader;
import io.koordbridge.koordlet.collect.PodCollector;
import io.koordbridge.koordlet.collect.PodNumaMemory;
import io.koordbridge.koordlet.collect.ReadErrors;
import io.koordbridge.koordlet.collect.SampleSink;
import io.koordbridge.koordlet.collect.Usage;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

public final class PodUsageAdapter implements SuiteAdapter {

    private static final Set<Metric> METRICS =
            Set.of(Metric.POD_CPU, Metric.POD_MEMORY, Metric.CONTAINER_CPU, Metric.CONTAINER_MEMORY);

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
            ObjectNode one = rounds.addObject();
            ObjectNode metrics = one.putObject("metrics");
            Set<String> collected = new HashSet<>();
            SampleSink sink = MetricsNode.of(metrics, METRICS);
            Usage sum = collector.collect(
                    kernel.now.plusMillis(round.path("atMs").asLong()), kernel.pods(), (metric, key, value) -> {
                        sink.add(metric, key, value);
                        if (metric == Metric.POD_CPU) {
                            collected.add(key);
                        }
                    });
            one.put("sumCpuCores", sum.cores()).put("sumMemoryBytes", sum.memoryBytes());
            ObjectNode byNode = one.putObject("sumNumaMemoryBytes");
            List<PodInfo> pods = kernel.pods().stream()
                    .filter(pod -> collected.contains(pod.uid()))
                    .toList();
            numa.sum(pods).forEach((node, bytes) -> byNode.put(node.toString(), bytes));
        }
        return out;
    }
}
