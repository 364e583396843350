package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.testkit.conformance.Json;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/** Samples and NodeSLO of a case. */
public final class Samples {

    private Samples() {}

    static Optional<NodeSlo> nodeSlo(JsonNode input) {
        JsonNode spec = input.path("nodeSLOSpec");
        return spec.isObject()
                ? Optional.of(NodeSlo.of(Json.as(spec, NodeSloSpec.class), null, problem -> {}))
                : Optional.empty();
    }

    public static void fill(SampleStore store, JsonNode samples, Instant now) {
        for (JsonNode series : samples) {
            Optional<Metric> metric = metric(series);
            for (JsonNode point : series.path("points")) {
                metric.ifPresent(found -> store.append(
                        found,
                        subject(series),
                        now.minusMillis(point.get(0).asLong()),
                        point.get(1).asDouble()));
            }
        }
    }

    static void fillRegular(SampleStore store, JsonNode samples, Instant now) {
        for (JsonNode series : samples) {
            Optional<Metric> metric = metric(series);
            long age = series.path("oldestAgeMs").asLong();
            for (JsonNode value : series.path("values")) {
                long at = age;
                metric.ifPresent(found -> store.append(found, subject(series), now.minusMillis(at), value.asDouble()));
                age -= series.path("stepMs").asLong();
            }
        }
    }

    private static Optional<Metric> metric(JsonNode series) {
        String amount = series.path("labels").path("be_allocation").asText("");
        String name = series.path("metric").asText() + (amount.isEmpty() ? "" : "_" + amount.replace('-', '_'));
        return Arrays.stream(Metric.values())
                .filter(one -> one.wireName().equals(name))
                .findFirst();
    }

    private static String subject(JsonNode series) {
        JsonNode labels = series.path("labels");
        for (String label : new String[] {"pod_uid", "container_id", "host_app_name", "numa_node_id"}) {
            if (labels.has(label)) {
                return labels.path(label).asText();
            }
        }
        return SampleStore.NODE;
    }
}
