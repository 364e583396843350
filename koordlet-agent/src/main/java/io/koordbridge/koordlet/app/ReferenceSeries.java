package io.koordbridge.koordlet.app;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.koordlet.gate.FeatureGates;
import io.koordbridge.koordlet.gate.Gate;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.report.families.ClusterSamples;
import io.koordbridge.koordlet.report.families.ForecastSamples;
import io.koordbridge.koordlet.report.families.LiveSeries;
import io.koordbridge.koordlet.report.families.Sample;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Series under the names of Koordinator's agent that come and go; {@link ReferenceMetrics} has those that stay. */
final class ReferenceSeries {

    /** NUMA nodes are measured every five seconds. */
    private static final Duration FRESH = Duration.ofSeconds(10);

    private final SampleStore store;
    private final boolean showsNuma;
    private final LiveSeries cluster;
    private final LiveSeries forecasts;
    private final LiveSeries numa;
    private @Nullable NodeView seen;
    private @Nullable NodeMetricStatus reported;

    /**
     * Nothing is shown yet.
     *
     * @param gates decide whether the usage of each NUMA node is shown
     */
    ReferenceSeries(MetricRegistry metrics, String node, SampleStore store, FeatureGates gates) {
        this.store = store;
        this.showsNuma = gates.isOn(Gate.NODE_METRIC_PROM_METRICS);
        this.cluster = new LiveSeries(metrics, node);
        this.forecasts = new LiveSeries(metrics, node);
        this.numa = new LiveSeries(metrics, node);
    }

    /** To be called once a second; costs little while nothing changes. */
    void follow(NodeView view, Optional<NodeMetricStatus> report, Instant now) {
        if (!view.equals(seen)) {
            seen = view;
            cluster.show(ClusterSamples.of(view));
        }
        NodeMetricStatus last = report.orElse(null);
        if (!Objects.equals(last, reported)) {
            reported = last;
            forecasts.show(ForecastSamples.of(report));
        }
        if (showsNuma && view.node().isPresent()) {
            numa.show(numa(now));
        }
    }

    private List<Sample> numa(Instant now) {
        List<Sample> samples = new ArrayList<>();
        String node = "koordlet_node_metric_numa_node_usage";
        String system = "koordlet_node_metric_numa_system_usage";
        add(node, Metric.NODE_NUMA_CPU, "cpu", "core", now, samples);
        add(node, Metric.NODE_NUMA_MEMORY, "memory", "byte", now, samples);
        add(system, Metric.SYSTEM_NUMA_CPU, "cpu", "core", now, samples);
        add(system, Metric.SYSTEM_NUMA_MEMORY, "memory", "byte", now, samples);
        return samples;
    }

    private void add(String family, Metric metric, String resource, String unit, Instant now, List<Sample> samples) {
        store.latestBySubject(metric, now, FRESH)
                .forEach((id, value) -> samples.add(
                        new Sample(family, List.of("numa_node_id", id, "resource", resource, "unit", unit), value)));
    }
}
