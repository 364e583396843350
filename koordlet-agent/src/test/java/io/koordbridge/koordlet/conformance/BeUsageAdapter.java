package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.koordlet.collect.BestEffortCollector;
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
        BestEffortCollector collector = new BestEffortCollector(kernel.reader);
        ObjectNode out = Json.MAPPER.createObjectNode();
        ArrayNode rounds = out.putArray("rounds");
        for (JsonNode round : input.path("rounds")) {
            kernel.putFiles(round.path("files"));
            ObjectNode one = rounds.addObject();
            collector
                    .collect(kernel.now.plusMillis(round.path("atMs").asLong()), kernel.pods())
                    .ifPresent(usage -> one.put("usageMilliCPU", usage.usageMilliCpu())
                            .put("requestMilliCPU", usage.requestMilliCpu())
                            .put("realLimitMilliCPU", usage.realLimitMilliCpu()));
        }
        return out;
    }
}
