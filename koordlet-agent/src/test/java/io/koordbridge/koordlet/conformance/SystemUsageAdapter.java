package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.koordlet.collect.NumaSystemUsage;
import io.koordbridge.koordlet.collect.SystemUsage;
import io.koordbridge.koordlet.collect.Usage;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

public final class SystemUsageAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/system-usage";
    }

    @Override
    public JsonNode run(JsonNode input) {
        Instant now = Instant.ofEpochMilli(input.path("now").asLong());
        Duration outdated =
                Duration.ofSeconds(input.path("outdatedIntervalSeconds").asLong());
        ObjectNode out = Json.MAPPER.createObjectNode();
        ObjectNode metrics = out.putObject("metrics");
        Optional<Usage> system = SystemUsage.of(
                measured(input.path("node"), now),
                measured(input.path("pods").path("pods"), now),
                measured(input.path("hostApplications"), now),
                now,
                outdated);
        if (system.isEmpty()) {
            return out;
        }
        metrics.put("sys_cpu_usage", system.get().cores())
                .put("sys_memory_usage", system.get().memoryBytes());
        Map<Integer, NumaSystemUsage.Measured<Double>> cores =
                byNode(input.path("numaNodes"), "cpuCores", now, JsonNode::asDouble);
        Map<Integer, NumaSystemUsage.Measured<Long>> bytes =
                byNode(input.path("numaNodes"), "memoryBytes", now, JsonNode::asLong);
        NumaSystemUsage.cores(system.get().cores(), cores, now, outdated)
                .forEach((node, value) ->
                        metrics.withObjectProperty("sys_numa_cpu_usage").put(node.toString(), value));
        NumaSystemUsage.bytes(
                        bytes,
                        byNode(input.path("podsNumaMemory").path("pods"), "", now, JsonNode::asLong),
                        now,
                        outdated)
                .forEach((node, value) ->
                        metrics.withObjectProperty("sys_numa_memory_usage").put(node.toString(), value));
        return out;
    }

    private static <T> Map<Integer, NumaSystemUsage.Measured<T>> byNode(
            JsonNode nodes, String field, Instant now, Function<JsonNode, T> value) {
        Map<Integer, NumaSystemUsage.Measured<T>> found = new HashMap<>();
        nodes.properties().forEach(one -> {
            JsonNode sample = field.isEmpty() ? one.getValue() : one.getValue().path(field);
            if (sample.isObject()) {
                found.put(
                        Integer.valueOf(one.getKey()),
                        new NumaSystemUsage.Measured<>(
                                value.apply(sample.path("value")),
                                now.minusMillis(sample.path("ageMs").asLong())));
            }
        });
        return found;
    }

    private static Optional<SystemUsage.Measured> measured(JsonNode given, Instant now) {
        JsonNode cpu = given.path("cpuCores");
        JsonNode memory = given.path("memoryBytes");
        if (!cpu.isObject() || !memory.isObject()) {
            return Optional.empty();
        }
        long age = Math.max(cpu.path("ageMs").asLong(), memory.path("ageMs").asLong());
        Usage usage =
                new Usage(cpu.path("value").asDouble(), memory.path("value").asLong());
        return Optional.of(new SystemUsage.Measured(usage, now.minusMillis(age)));
    }
}
