package io.koordbridge.koordlet.app;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.kubepods.ClusterWatcher;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.strategy.ShownGauge;
import io.koordbridge.koordlet.strategy.StrategyRunner;
import io.koordbridge.kube.metrics.MetricNames;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the agent measures and decides under the names of Koordinator's agent, for dashboards made for it; agent specification section 17. A
 * value that is unknown, and each before the Node object is known, is left out.
 */
final class ReferenceMetrics {

    private static final Duration FRESH = Duration.ofSeconds(5);
    private static final String CPU = "cpu";
    private static final String CORE = "core";
    private static final String MEMORY = "memory";
    private static final String BYTE = "byte";
    private static final String HOST_APPLICATION = "koordlet_host_application_resource_usage";

    private final MetricRegistry metrics;
    private final String node;
    private final Sources sources;
    private final Clock clock;
    private final Set<String> applications = new HashSet<>();

    /**
     * Where the values come from.
     *
     * @param known whether the Node object is known
     * @param gauges of the strategies
     */
    record Sources(SampleStore store, BooleanSupplier known, Supplier<List<ShownGauge>> gauges) {

        static Sources of(SampleStore store, ClusterWatcher watch, StrategyRunner runner) {
            return new Sources(store, () -> watch.view().node().isPresent(), runner::gauges);
        }
    }

    ReferenceMetrics(MetricRegistry metrics, String node, Sources sources, Clock clock) {
        this.metrics = metrics;
        this.node = node;
        this.sources = sources;
        this.clock = clock;
    }

    /** Registers all but those of applications. */
    void register(Instant started) {
        gauge("koordlet_start_time", () -> (double) started.getEpochSecond());
        gauge("koordlet_node_used_cpu_cores", () -> node(Metric.NODE_CPU));
        gauge("koordlet_node_used_memory_bytes", () -> node(Metric.NODE_MEMORY));
        String used = "koordlet_node_metric_node_usage";
        gauge(used, () -> node(Metric.NODE_CPU), resource(CPU, CORE));
        gauge(used, () -> node(Metric.NODE_MEMORY), resource(MEMORY, BYTE));
        String system = "koordlet_node_metric_system_usage";
        gauge(system, () -> node(Metric.SYSTEM_CPU), resource(CPU, CORE));
        gauge(system, () -> node(Metric.SYSTEM_MEMORY), resource(MEMORY, BYTE));
        sources.gauges()
                .get()
                .forEach(one -> gauge(
                        one.family(),
                        () -> boxed(one.value().get()),
                        one.labels().toArray(String[]::new)));
    }

    /** Follows the applications that run beside pods. */
    void follow(List<HostApplication> running) {
        Set<String> now = new HashSet<>();
        for (HostApplication application : running) {
            now.add(application(application, Metric.HOST_APPLICATION_CPU, resource(CPU, CORE)));
            now.add(application(application, Metric.HOST_APPLICATION_MEMORY, resource(MEMORY, BYTE)));
        }
        applications.stream().filter(name -> !now.contains(name)).forEach(metrics::remove);
        applications.clear();
        applications.addAll(now);
    }

    private String application(HostApplication application, Metric metric, String... resource) {
        String subject = Objects.requireNonNullElse(application.name(), "");
        String name = MetricNames.of(
                HOST_APPLICATION,
                "node",
                node,
                "host_application_name",
                subject,
                "priority_class",
                Objects.requireNonNullElse(application.priority(), ""),
                "qos",
                Objects.requireNonNullElse(application.qos(), ""),
                resource[0],
                resource[1],
                resource[2],
                resource[3]);
        metrics.gauge(name, () -> known(() -> latest(metric, subject)));
        return name;
    }

    private static String[] resource(String resource, String unit) {
        return new String[] {"resource", resource, "unit", unit};
    }

    private void gauge(String family, Supplier<@Nullable Double> value, String... labels) {
        String[] all = new String[labels.length + 2];
        all[0] = "node";
        all[1] = node;
        System.arraycopy(labels, 0, all, 2, labels.length);
        metrics.gauge(MetricNames.of(family, all), () -> known(value));
    }

    private Gauge<@Nullable Double> known(Supplier<@Nullable Double> value) {
        return () -> sources.known().getAsBoolean() ? value.get() : null;
    }

    private @Nullable Double node(Metric metric) {
        return latest(metric, SampleStore.NODE);
    }

    private @Nullable Double latest(Metric metric, String subject) {
        return boxed(sources.store().latest(metric, subject, clock.instant(), FRESH));
    }

    private static @Nullable Double boxed(OptionalDouble value) {
        return value.isPresent() ? (Double) value.getAsDouble() : null;
    }
}
