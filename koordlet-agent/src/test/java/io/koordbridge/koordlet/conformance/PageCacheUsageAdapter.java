package io.koordbridge.koordlet.conformance;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.koordlet.cgroup.UsageReader;
import io.koordbridge.koordlet.collect.HostProc;
import io.koordbridge.koordlet.collect.PodCollector;
import io.koordbridge.koordlet.collect.ReadErrors;
import io.koordbridge.koordlet.collect.Usage;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

public final class PageCacheUsageAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/page-cache-usage";
    }

    @Override
    public JsonNode run(JsonNode input) {
        KernelCase kernel = new KernelCase(input);
        ObjectNode out = Json.MAPPER.createObjectNode();
        ObjectNode metrics = out.putObject("metrics");
        try {
            metrics.put(
                    "node_memory_usage_with_page_cache",
                    new HostProc(kernel.files, Path.of("/proc")).memory().usedWithPageCache());
        } catch (IOException e) {
            metrics.remove("node_memory_usage_with_page_cache");
        }
        ReadErrors errors = new ReadErrors(new MetricRegistry(), problem -> {});
        Usage unused = new PodCollector(new UsageReader(kernel.tree), Duration.ofSeconds(1), errors)
                .collect(
                        kernel.now,
                        kernel.pods(),
                        MetricsNode.of(
                                metrics,
                                Set.of(Metric.POD_MEMORY_WITH_PAGE_CACHE, Metric.CONTAINER_MEMORY_WITH_PAGE_CACHE)));
        return out;
    }
}
