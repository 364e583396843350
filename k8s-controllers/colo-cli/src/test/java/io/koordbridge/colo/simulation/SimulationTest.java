package io.koordbridge.colo.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.slo.NodeMetric;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SimulationTest {
    private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");
    private static final String KEY = "colocation-config";

    private static Node node(String batchMilliCpu) {
        Map<String, Quantity> amounts = Map.of(
                "cpu", new Quantity("16"),
                "memory", new Quantity("64Gi"),
                "kubernetes.io/batch-cpu", new Quantity(batchMilliCpu));
        return new NodeBuilder()
                .withNewMetadata()
                .withName("worker-1")
                .endMetadata()
                .withNewStatus()
                .withCapacity(amounts)
                .withAllocatable(amounts)
                .endStatus()
                .build();
    }

    private static Point point(@Nullable String used) {
        NodeMetric report = used == null ? null : Serialization.unmarshal("""
                        {"status": {"updateTime": "2026-11-23T11:59:30Z", "nodeMetric": {
                          "nodeUsage": {"resources": {"cpu": "%1$s", "memory": "4Gi"}},
                          "systemUsage": {"resources": {"cpu": "%1$s", "memory": "4Gi"}}}}}
                        """.formatted(used), NodeMetric.class);
        return new Point(node("1000"), List.of(), report, null);
    }

    @Test
    void calculatesAsTheManagerDoes() {
        // 16 cores, 40 % margin, 1 core used by the system: 16 - 6.4 - 1 = 8.6.
        Simulation.Result result = Simulation.of(point("1"), Map.of(KEY, "{\"enable\": true}"), NOW);

        assertThat(result.shown().batchMilliCpu()).isEqualTo(1000);
        assertThat(result.calculated().batchMilliCpu()).isEqualTo(8600);
    }

    @Test
    void followsAnotherThreshold() {
        Map<String, String> then = Map.of(KEY, "{\"enable\": true, \"cpuReclaimThresholdPercent\": 70}");

        assertThat(Simulation.of(point("1"), then, NOW).calculated().batchMilliCpu())
                .isEqualTo(10_200);
    }

    @Test
    void followsAnotherEstimate() {
        Point point = point("1");
        String online = "{\"at\": \"2026-11-23T11:59:30Z\", \"windows\": [{\"seconds\": 900,"
                + " \"cpuMilli\": {\"mean\": 1000, \"p50\": 1000, \"p90\": 2000, \"p95\": 3000, \"p99\": 4000, \"max\": 5000},"
                + " \"memoryBytes\": {\"mean\": 1, \"p50\": 1, \"p90\": 1, \"p95\": 1, \"p99\": 1, \"max\": 1}}]}";
        point.metric()
                .setMetadata(new ObjectMetaBuilder()
                        .withName("worker-1")
                        .addToAnnotations("koordbridge.io/online-use", online)
                        .build());
        Map<String, String> then = Map.of(KEY, "{\"enable\": true, \"cpuUsageEstimate\": \"p95\"}");

        assertThat(Simulation.of(point, then, NOW).calculated().batchMilliCpu()).isEqualTo(6600);
    }

    @Test
    void offersNothingWithoutAReportOrWhenItIsOff() {
        assertThat(Simulation.of(point(null), Map.of(KEY, "{\"enable\": true}"), NOW)
                        .calculated()
                        .batchMilliCpu())
                .isZero();
        assertThat(Simulation.of(point("1"), Map.of(), NOW).calculated().batchMilliCpu())
                .isZero();
    }
}
