package io.koordbridge.koordlet.prediction;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.koordlet.conformance.KernelCase;
import io.koordbridge.koordlet.kubepods.Amounts;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

public final class ProdReclaimableAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/prod-reclaimable";
    }

    @Override
    public JsonNode run(JsonNode input) {
        Instant now = Instant.ofEpochMilli(input.path("now").asLong());
        JsonNode pods = input.path("pods").deepCopy();
        for (JsonNode pod : pods) {
            ObjectNode metadata = (ObjectNode) pod.path("metadata");
            long age = input.path("podAgeSeconds")
                    .path(metadata.path("uid").asText())
                    .asLong();
            metadata.put("creationTimestamp", now.minusSeconds(age).toString());
        }
        Optional<Forecast> forecast = PeakPrediction.of(
                new PeakPrediction.Input(
                        KernelCase.pods(pods),
                        id -> peak(input.path("models").path(id)),
                        NodeFacts.of(Json.as(input.path("node"), Node.class), null, problem -> {})
                                .allocatable(),
                        now),
                new PeakPrediction.Settings(
                        Duration.ofSeconds(input.path("coldStartSeconds").asLong()),
                        input.path("safetyMarginPercent").asInt()));
        ObjectNode out = Json.MAPPER.createObjectNode();
        forecast.ifPresentOrElse(
                found -> {
                    PredictorHistogramAdapter.put(out.putObject("prodReclaimable"), found.reclaimable());
                    PredictorHistogramAdapter.put(out.putObject("prodPeak"), found.peak());
                },
                () -> {
                    out.putObject("prodReclaimable").put("error", true);
                    out.putObject("prodPeak").put("error", true);
                });
        return out;
    }

    private static Optional<PeakPrediction.Peak> peak(JsonNode model) {
        return model.isObject()
                ? Optional.of(new PeakPrediction.Peak(
                        new Amounts(
                                model.path("p95CpuMilli").asLong(),
                                model.path("p98MemoryBytes").asLong()),
                        Instant.EPOCH))
                : Optional.empty();
    }
}
