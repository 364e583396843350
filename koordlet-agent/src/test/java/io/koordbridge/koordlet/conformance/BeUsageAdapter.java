package io.koordbridge.koordlet.conformance;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.koordlet.cgroup.UsageReader;
import io.koordbridge.koordlet.collect.BestEffortCollector;
import io.koordbridge.koordlet.collect.ReadErrors;
import io.koordbridge.koordlet.collect.TierUsage;
import io.koordbridge.koordlet.snapshot.TierReading;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;

public final class BeUsageAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/be-usage";
    }

    @Override
    public JsonNode run(JsonNode input) {
        KernelCase kernel = new KernelCase(input);
        UsageReader reader = new UsageReader(kernel.tree);
        ReadErrors errors = new ReadErrors(new MetricRegistry(), problem -> {});
        BestEffortCollector collector = new BestEffortCollector(reader, new TierUsage(reader, errors), errors, () -> 0);
        ObjectNode out = Json.MAPPER.createObjectNode();
        ArrayNode rounds = out.putArray("rounds");
        for (JsonNode round : input.path("rounds")) {
            kernel.putFiles(round.path("files"));
            ObjectNode one = rounds.addObject();
            collector
                    .collect(
                            kernel.now.plusMillis(round.path("atMs").asLong()),
                            TierReading.of(kernel.reader),
                            kernel.pods())
                    .ifPresent(usage -> one.put("usageMilliCPU", usage.usageMilliCpu())
                            .put("requestMilliCPU", usage.requestMilliCpu())
                            .put("realLimitMilliCPU", usage.realLimitMilliCpu()));
        }
        return out;
    }
}
