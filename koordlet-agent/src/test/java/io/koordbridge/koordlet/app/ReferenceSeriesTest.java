package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.koordlet.gate.FeatureGates;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.store.StoreLimits;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReferenceSeriesTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final NodeView KNOWN = new NodeView(
            Optional.of(NodeFacts.of(
                    new NodeBuilder()
                            .withNewMetadata()
                            .withName("n1")
                            .endMetadata()
                            .build(),
                    null,
                    problem -> {})),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of());

    private final MetricRegistry metrics = new MetricRegistry();
    private final SampleStore store = new SampleStore(StoreLimits.DEFAULT);

    private static FeatureGates gates(boolean numa) {
        return new FeatureGates(Map.of("NodeMetricPromMetrics", numa));
    }

    @Test
    void numaNodesAreShownWithTheGateWhileTheyAreMeasured() {
        store.append(Metric.NODE_NUMA_CPU, "1", START, 1.5);
        ReferenceSeries open = new ReferenceSeries(metrics, "n1", store, gates(true));
        open.follow(KNOWN, Optional.empty(), START);

        assertThat(metrics.getGauges().keySet())
                .containsExactly("koordlet_node_metric_numa_node_usage{node=n1,numa_node_id=1,resource=cpu,unit=core}");
        open.follow(KNOWN, Optional.empty(), START.plusSeconds(11));
        assertThat(metrics.getGauges()).isEmpty();
        new ReferenceSeries(metrics, "n1", store, gates(false)).follow(KNOWN, Optional.empty(), START);
        assertThat(metrics.getGauges()).isEmpty();
    }

    @Test
    void theForecastIsThatOfTheLastReport() {
        ReferenceSeries series = new ReferenceSeries(metrics, "n1", store, gates(false));
        series.follow(KNOWN, Optional.of(new NodeMetricStatus(null, null, null, null, null, null)), START);

        assertThat(metrics.getGauges().keySet())
                .containsExactly("koordlet_node_resource_priority_reclaimable_status{node=n1,priority=koord-prod}");
    }
}
