package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.store.StoreLimits;
import io.koordbridge.testkit.conformance.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Samples and NodeSLO of a case. */
public final class Samples {

    private Samples() {}

    /** The NodeSLO of a case. */
    public static Optional<NodeSlo> nodeSlo(JsonNode input) {
        JsonNode spec = input.path("nodeSLOSpec");
        return spec.isObject()
                ? Optional.of(NodeSlo.of(Json.as(spec, NodeSloSpec.class), null, problem -> {}))
                : Optional.empty();
    }

    /** A store that keeps samples of a case one by one, however close they are. */
    public static SampleStore store() {
        return new SampleStore(new StoreLimits(
                64L << 20, Duration.ofMillis(1), Duration.ofDays(1), Duration.ofDays(1), Duration.ofDays(1)));
    }

    private record Sample(Metric metric, String subject, Instant at, double value) {}

    public static void fill(SampleStore store, JsonNode samples, Instant now) {
        List<Sample> all = new ArrayList<>();
        for (JsonNode series : samples) {
            for (JsonNode point : series.path("points")) {
                add(all, series, now.minusMillis(point.get(0).asLong()), point.get(1));
            }
        }
        append(store, all);
    }

    static void fillRegular(SampleStore store, JsonNode samples, Instant now) {
        List<Sample> all = new ArrayList<>();
        for (JsonNode series : samples) {
            long age = series.path("oldestAgeMs").asLong();
            for (JsonNode value : series.path("values")) {
                add(all, series, now.minusMillis(age), value);
                age -= series.path("stepMs").asLong();
            }
        }
        append(store, all);
    }

    private static void add(List<Sample> all, JsonNode series, Instant at, JsonNode value) {
        metric(series).ifPresent(metric -> all.add(new Sample(metric, subject(series), at, value.asDouble())));
    }

    /** In the order of their times, as ticks bring them. */
    private static void append(SampleStore store, List<Sample> all) {
        all.sort(Comparator.comparing(Sample::at));
        all.forEach(one -> store.append(one.metric(), one.subject(), one.at(), one.value()));
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
