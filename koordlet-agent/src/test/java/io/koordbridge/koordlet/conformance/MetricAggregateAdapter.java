package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.policy.report.Aggregate;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Instant;

public final class MetricAggregateAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/metric-aggregate";
    }

    @Override
    public JsonNode run(JsonNode input) {
        Instant now = Instant.ofEpochMilli(input.path("now").asLong());
        SampleStore store = Samples.store();
        for (JsonNode point : input.path("points")) {
            store.append(
                    Metric.NODE_CPU,
                    SampleStore.NODE,
                    now.minusMillis(point.get(0).asLong()),
                    point.get(1).asDouble());
        }
        Aggregate found = store.between(
                Metric.NODE_CPU,
                SampleStore.NODE,
                now.minusMillis(input.path("queryStartAgeMs").asLong()),
                now.minusMillis(input.path("queryEndAgeMs").asLong()));
        ObjectNode out = Json.MAPPER.createObjectNode().put("count", found.count());
        if (found.count() > 0) {
            out.put("avg", found.average().getAsDouble())
                    .put("last", found.last().getAsDouble())
                    .put("p50", found.percentile(0.5f).getAsDouble())
                    .put("p90", found.percentile(0.9f).getAsDouble())
                    .put("p95", found.percentile(0.95f).getAsDouble())
                    .put("p99", found.percentile(0.99f).getAsDouble())
                    .put("timeRangeMs", found.rangeMillis());
        }
        return out;
    }
}
