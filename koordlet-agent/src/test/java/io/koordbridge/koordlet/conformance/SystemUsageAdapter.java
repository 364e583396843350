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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
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
                Duration.ofSeconds(input.path("outdatedIntervalSeconds").asLong(10));
        ObjectNode out = Json.MAPPER.createObjectNode();
        ObjectNode metrics = out.putObject("metrics");
        Optional<Usage> system = SystemUsage.of(
                measured(List.of(input.path("node")), now),
                measured(List.copyOf(values(input.path("pods"))), now),
                measured(List.of(input.path("hostApplications")), now),
                now,
                outdated);
        if (system.isEmpty()) {
            return out;
        }
        metrics.put("sys_cpu_usage", system.get().cores())
                .put("sys_memory_usage", system.get().memoryBytes());
        Map<Integer, NumaSystemUsage.Measured<Double>> cores = new HashMap<>();
        Map<Integer, NumaSystemUsage.Measured<Long>> bytes = new HashMap<>();
        input.path("numaNodes").properties().forEach(node -> {
            add(cores, node.getKey(), node.getValue().path("cpuCores"), now, JsonNode::asDouble, Double::sum);
            add(bytes, node.getKey(), node.getValue().path("memoryBytes"), now, JsonNode::asLong, Long::sum);
        });
        Map<Integer, NumaSystemUsage.Measured<Long>> ofPods = new HashMap<>();
        for (JsonNode collector : input.path("podsNumaMemory")) {
            collector
                    .properties()
                    .forEach(node -> add(ofPods, node.getKey(), node.getValue(), now, JsonNode::asLong, Long::sum));
        }
        NumaSystemUsage.cores(system.get().cores(), cores, now, outdated)
                .forEach((node, value) ->
                        metrics.withObjectProperty("sys_numa_cpu_usage").put(node.toString(), value));
        NumaSystemUsage.bytes(bytes, ofPods, now, outdated)
                .forEach((node, value) ->
                        metrics.withObjectProperty("sys_numa_memory_usage").put(node.toString(), value));
        return out;
    }

    /** Adds a sample; a sum is as old as its oldest part. */
    private static <T> void add(
            Map<Integer, NumaSystemUsage.Measured<T>> found,
            String node,
            JsonNode sample,
            Instant now,
            Function<JsonNode, T> value,
            BinaryOperator<T> sum) {
        if (sample.isObject()) {
            NumaSystemUsage.Measured<T> one =
                    new NumaSystemUsage.Measured<>(value.apply(sample.path("value")), at(sample, now));
            found.merge(
                    Integer.valueOf(node),
                    one,
                    (first, second) -> new NumaSystemUsage.Measured<>(
                            sum.apply(first.value(), second.value()), earlier(first.at(), second.at())));
        }
    }

    private static List<JsonNode> values(JsonNode collectors) {
        List<JsonNode> all = new ArrayList<>();
        collectors.forEach(all::add);
        return all;
    }

    /** All collectors together; nothing when none has CPU, or none has memory. */
    private static Optional<SystemUsage.Measured> measured(List<JsonNode> collectors, Instant now) {
        double cores = 0;
        long bytes = 0;
        Optional<Instant> cpuAt = Optional.empty();
        Optional<Instant> memoryAt = Optional.empty();
        for (JsonNode collector : collectors) {
            JsonNode cpu = collector.path("cpuCores");
            if (cpu.isObject()) {
                cores += cpu.path("value").asDouble();
                cpuAt = Optional.of(earlier(cpuAt.orElse(now), at(cpu, now)));
            }
            JsonNode memory = collector.path("memoryBytes");
            if (memory.isObject()) {
                bytes += memory.path("value").asLong();
                memoryAt = Optional.of(earlier(memoryAt.orElse(now), at(memory, now)));
            }
        }
        if (cpuAt.isEmpty() || memoryAt.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new SystemUsage.Measured(new Usage(cores, bytes), earlier(cpuAt.get(), memoryAt.get())));
    }

    private static Instant at(JsonNode sample, Instant now) {
        return now.minusMillis(sample.path("ageMs").asLong());
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
