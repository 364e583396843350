package io.koordbridge.koordlet.conformance;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.koordlet.cgroup.UsageReader;
import io.koordbridge.koordlet.collect.PodCollector;
import io.koordbridge.koordlet.collect.ReadErrors;
import io.koordbridge.koordlet.collect.Usage;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Duration;
import java.util.Set;

public final class PodThrottledAdapter implements SuiteAdapter {

    private static final Set<Metric> METRICS = Set.of(Metric.POD_THROTTLED, Metric.CONTAINER_THROTTLED);

    @Override
    public String suite() {
        return "koordlet/pod-throttled";
    }

    @Override
    public JsonNode run(JsonNode input) {
        KernelCase kernel = new KernelCase(input);
        PodCollector collector = new PodCollector(
                new UsageReader(kernel.tree),
                Duration.ofSeconds(1),
                new ReadErrors(new MetricRegistry(), problem -> {}));
        ObjectNode out = Json.MAPPER.createObjectNode();
        ArrayNode rounds = out.putArray("rounds");
        for (JsonNode round : input.path("rounds")) {
            kernel.putFiles(round.path("files"));
            ObjectNode metrics = rounds.addObject().putObject("metrics");
            Usage unused = collector.collect(
                    kernel.now.plusMillis(round.path("atMs").asLong()),
                    kernel.pods(),
                    MetricsNode.of(metrics, METRICS));
        }
        return out;
    }
}
