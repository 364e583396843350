package io.koordbridge.koordlet.prediction;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.koordlet.conformance.KernelCase;
import io.koordbridge.koordlet.conformance.Samples;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Instant;

public final class PredictorTrainingAdapter implements SuiteAdapter {

    private static final HalfLives HALF_LIVES = PredictionConfig.DEFAULT.halfLives();

    @Override
    public String suite() {
        return "koordlet/predictor-training";
    }

    @Override
    public JsonNode run(JsonNode input) {
        Instant now = Instant.ofEpochMilli(input.path("now").asLong());
        SampleStore store = Samples.store();
        Samples.fill(store, input.path("samples"), now);
        ObjectNode out = Json.MAPPER.createObjectNode();
        ObjectNode largest = out.putObject("modelMax");
        Predictor.samples(store, KernelCase.pods(input.path("pods")), now)
                .forEach((id, usage) -> PredictorHistogramAdapter.put(
                        largest.putObject(id),
                        UsageModel.empty(HALF_LIVES, now).with(usage, now).peak(1, 1)));
        return out;
    }
}
