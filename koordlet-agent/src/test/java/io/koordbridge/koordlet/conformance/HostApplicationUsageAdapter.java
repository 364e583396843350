package io.koordbridge.koordlet.conformance;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.cgroup.UsageReader;
import io.koordbridge.koordlet.collect.HostApplicationCollector;
import io.koordbridge.koordlet.collect.MeasuredUsage;
import io.koordbridge.koordlet.collect.ReadErrors;
import io.koordbridge.koordlet.collect.Usage;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

public final class HostApplicationUsageAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/host-application-usage";
    }

    @Override
    public JsonNode run(JsonNode input) {
        KernelCase kernel = new KernelCase(input);
        List<HostApplication> applications = new ArrayList<>();
        input.path("hostApplications").forEach(one -> applications.add(Json.as(one, HostApplication.class)));
        boolean withPageCache = input.path("nodeMemoryCollectPolicy").asText().equals("usageWithPageCache");
        HostApplicationCollector collector = new HostApplicationCollector(
                new UsageReader(kernel.tree),
                Duration.ofSeconds(1),
                new ReadErrors(new MetricRegistry(), problem -> {}),
                problem -> {});
        ObjectNode out = Json.MAPPER.createObjectNode();
        ArrayNode rounds = out.putArray("rounds");
        for (JsonNode round : input.path("rounds")) {
            kernel.putFiles(round.path("files"));
            Map<String, MeasuredUsage> found =
                    collector.collect(kernel.now.plusMillis(round.path("atMs").asLong()), applications);
            ObjectNode one = rounds.addObject();
            ObjectNode metrics = one.putObject("metrics");
            found.forEach((name, usage) -> {
                metrics.withObjectProperty("host_application_cpu_usage")
                        .put(name, usage.usage().cores());
                metrics.withObjectProperty("host_application_memory_usage")
                        .put(name, usage.usage().memoryBytes());
                metrics.withObjectProperty("host_application_memory_usage_with_page_cache")
                        .put(name, usage.memoryWithPageCacheBytes());
            });
            Usage sum = MeasuredUsage.sum(found.values(), withPageCache);
            one.put("sumCpuCores", sum.cores()).put("sumMemoryBytes", sum.memoryBytes());
        }
        return out;
    }
}
