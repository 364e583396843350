package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.koordlet.collect.HostProc;
import io.koordbridge.koordlet.collect.MeasuredUsage;
import io.koordbridge.koordlet.collect.NodeCollector;
import io.koordbridge.koordlet.collect.NumaCollector;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

public final class NodeUsageAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/node-usage";
    }

    @Override
    public JsonNode run(JsonNode input) {
        KernelCase kernel = new KernelCase(input);
        HostProc proc = new HostProc(kernel.files, Path.of("/proc"));
        NodeCollector nodes = new NodeCollector(proc);
        NumaCollector numa = new NumaCollector(proc, kernel.files, Path.of("/sys"));
        Map<Integer, Integer> nodeOfCpu = new HashMap<>();
        input.path("cpuToNUMA")
                .properties()
                .forEach(one -> nodeOfCpu.put(
                        Integer.valueOf(one.getKey()), one.getValue().asInt()));
        ObjectNode out = Json.MAPPER.createObjectNode();
        ArrayNode rounds = out.putArray("rounds");
        for (JsonNode round : input.path("rounds")) {
            kernel.replaceFiles(round.path("files"));
            ObjectNode one = rounds.addObject();
            Instant now = kernel.now.plusMillis(round.path("atMs").asLong());
            try {
                Optional<MeasuredUsage> usage = nodes.collect(now, proc.memory());
                if (usage.isPresent()) {
                    one.put("node_cpu_usage", usage.get().usage().cores())
                            .put("node_memory_usage", usage.get().usage().memoryBytes());
                    NumaCollector.NumaUsages byNode = numa.collect(now, nodeOfCpu);
                    byNode.cores()
                            .forEach((node, cores) -> one.withObjectProperty("node_numa_cpu_usage")
                                    .put(node.toString(), cores));
                    byNode.bytes()
                            .forEach((node, bytes) -> one.withObjectProperty("node_numa_memory_usage")
                                    .put(node.toString(), bytes));
                }
            } catch (IOException e) {
                one.removeAll();
            }
        }
        return out;
    }
}
