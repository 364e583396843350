package io.koordbridge.koordlet.app;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.kubepods.ClusterWatcher;
import io.koordbridge.koordlet.load.NodeLoad;
import io.koordbridge.koordlet.nodeslo.SuppressMethod;
import io.koordbridge.koordlet.qos.suppress.SuppressDecision;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.kube.metrics.MetricNames;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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
    private static final double MILLI = 1000;
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
     * @param load the newest one, null before the first round
     * @param decision the last one of suppression
     */
    record Sources(
            SampleStore store,
            BooleanSupplier known,
            Supplier<@Nullable NodeLoad> load,
            Supplier<Optional<SuppressDecision>> decision) {

        static Sources of(SampleStore store, ClusterWatcher watch, CollectLoop loop, Strategies strategies) {
            return new Sources(
                    store,
                    () -> watch.view().node().isPresent(),
                    () -> loop.latest().load(),
                    () -> strategies.suppress().decision());
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
        gauge("koordlet_be_suppress_ls_used_cpu_cores", () -> {
            NodeLoad load = sources.load().get();
            return load == null ? null : (Double) load.nonBestEffortCores();
        });
        gauge("koordlet_be_suppress_be_used_cpu_cores", () -> {
            NodeLoad load = sources.load().get();
            return load == null ? null : (Double) (load.nodeCores() - load.nonBestEffortCores());
        });
        allowance(SuppressMethod.CFS_QUOTA, SuppressDecision.Action.LIMIT_BY_QUOTA);
        allowance(SuppressMethod.CPUSET, SuppressDecision.Action.LIMIT_BY_CPUSET);
    }

    private void allowance(SuppressMethod method, SuppressDecision.Action action) {
        gauge(
                "koordlet_be_suppress_cpu_cores",
                () -> sources.decision()
                        .get()
                        .filter(decision -> decision.action() == action)
                        .map(decision -> decision.allowanceMilliCpu() / MILLI)
                        .orElse(null),
                "type",
                method.wireName());
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
        OptionalDouble value = sources.store().latest(metric, subject, clock.instant(), FRESH);
        return value.isPresent() ? (Double) value.getAsDouble() : null;
    }
}
