package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.koordlet.qos.burst.TokenBucket;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Instant;

public final class CpuBurstLimiterAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/cpu-burst-limiter";
    }

    @Override
    public JsonNode run(JsonNode input) {
        Instant now = Instant.ofEpochMilli(input.path("now").asLong());
        TokenBucket bucket = TokenBucket.of(
                input.path("cfsQuotaBurstPeriodSeconds").asLong(),
                input.path("cfsQuotaBurstPercent").asLong(),
                input.path("startTokens").asLong(),
                now);
        ObjectNode out = Json.MAPPER
                .createObjectNode()
                .put("bucketCapacity", bucket.capacity())
                .put("expireSeconds", bucket.expireSeconds());
        ArrayNode steps = out.putArray("steps");
        for (JsonNode step : input.path("steps")) {
            now = now.plusMillis(step.path("elapsedMs").asLong());
            bucket = bucket.next(step.path("usagePercentOfLimit").asLong(), now);
            steps.addObject().put("allowed", bucket.allows()).put("tokens", bucket.tokens());
        }
        return out;
    }
}
