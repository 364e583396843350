package io.koordbridge.koordlet.prediction;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.koordlet.collect.Usage;
import io.koordbridge.koordlet.kubepods.Amounts;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

public final class PredictorHistogramAdapter implements SuiteAdapter {

    private static final Map<String, Double> FRACTIONS =
            Map.of("p60", 0.6, "p90", 0.9, "p95", 0.95, "p98", 0.98, "max", 1.0);

    @Override
    public String suite() {
        return "koordlet/predictor-histogram";
    }

    @Override
    public JsonNode run(JsonNode input) {
        HalfLives halfLives = new HalfLives(
                Duration.ofSeconds(input.path("cpuHalfLifeSeconds").asLong()),
                Duration.ofSeconds(input.path("memoryHalfLifeSeconds").asLong()));
        UsageModel model = UsageModel.empty(halfLives, Instant.EPOCH);
        for (JsonNode sample : input.path("samples")) {
            Usage usage = new Usage(
                    sample.path("cpuCores").asDouble(),
                    sample.path("memoryBytes").asLong());
            model = model.with(
                    usage, Instant.ofEpochSecond(sample.path("atUnixSeconds").asLong()));
        }
        ObjectNode out = Json.MAPPER.createObjectNode();
        for (Map.Entry<String, Double> one : FRACTIONS.entrySet()) {
            put(out.putObject(one.getKey()), model.peak(one.getValue(), one.getValue()));
        }
        return out;
    }

    static void put(ObjectNode out, Amounts amounts) {
        out.put("cpuMilli", amounts.milliCpu()).put("memoryBytes", amounts.bytes());
    }
}
