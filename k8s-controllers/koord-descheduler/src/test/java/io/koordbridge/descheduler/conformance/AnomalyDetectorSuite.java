package io.koordbridge.descheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.descheduler.decide.load.AnomalyCondition;
import io.koordbridge.descheduler.decide.load.AnomalyDetector;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Duration;
import java.time.Instant;

/** Suite descheduler/anomaly-detector. */
public final class AnomalyDetectorSuite implements SuiteAdapter {

    private static final Instant START = Instant.parse("2026-07-01T12:00:00Z");

    @Override
    public String suite() {
        return "descheduler/anomaly-detector";
    }

    @Override
    public JsonNode run(JsonNode input) {
        AnomalyCondition condition = new AnomalyCondition(
                Duration.ofMillis((long) (input.path("timeoutSeconds").asDouble() * 1000)),
                input.path("consecutiveAbnormalities").asInt(),
                input.path("consecutiveNormalities").asInt());
        AnomalyDetector detector = AnomalyDetector.FRESH;
        ObjectNode answer = Json.MAPPER.createObjectNode();
        ArrayNode steps = answer.putArray("steps");
        for (JsonNode step : input.path("steps")) {
            Instant now = START.plusMillis((long) (step.path("atSeconds").asDouble() * 1000));
            detector = switch (step.path("mark").asText()) {
                case "normal" -> detector.markNormal(condition, now);
                case "abnormal" -> detector.markAbnormal(condition, now);
                default -> detector.reset(now);
            };
            steps.addObject()
                    .put("state", detector.anomaly() ? "anomaly" : "ok")
                    .put("normal", detector.normal())
                    .put("abnormal", detector.abnormal());
        }
        return answer;
    }
}
