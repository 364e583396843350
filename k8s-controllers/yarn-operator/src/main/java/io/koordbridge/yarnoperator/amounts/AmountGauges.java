package io.koordbridge.yarnoperator.amounts;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.yarnoperator.node.LeaseStateName;
import io.koordbridge.yarnoperator.resourcemanager.ClusterDeclaration;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The amounts of each cluster as Prometheus reads them. What is not known, or was last looked at too long ago, has no value. */
final class AmountGauges {

    /** A loop that hangs must not show old amounts as those of now. */
    private static final Duration LOOKED_WITHIN = Duration.ofSeconds(30);

    private final MetricRegistry registry;
    private final Clock clock;
    private final Map<String, Shown> shown = new ConcurrentHashMap<>();

    /**
     * What one look found.
     *
     * @param reportAge since the last good report was asked for, or the replica began to lead without one
     * @param useAge the same for the use of queues
     * @param preempted containers since the ResourceManager started, by its own count; null when that is not known
     */
    record Shown(
            Instant at,
            ClusterAmounts amounts,
            Duration reportAge,
            Duration useAge,
            @Nullable Long preempted) {}

    AmountGauges(MetricRegistry registry, Clock clock) {
        this.registry = registry;
        this.clock = clock;
    }

    void show(String cluster, Shown found) {
        shown.put(cluster, found);
    }

    /** Only the leader has amounts. */
    void hide() {
        shown.clear();
    }

    /** Makes the gauges of a cluster. */
    void register(String cluster) {
        cpu(cluster, "koord_yarn_origin_milli_cpu", ClusterAmounts::origin);
        bytes(cluster, "koord_yarn_origin_memory_bytes", ClusterAmounts::origin);
        cpu(cluster, "koord_yarn_pods_milli_cpu", ClusterAmounts::pods);
        bytes(cluster, "koord_yarn_pods_memory_bytes", ClusterAmounts::pods);
        cpu(cluster, "koord_yarn_lease_milli_cpu", ClusterAmounts::lease);
        bytes(cluster, "koord_yarn_lease_memory_bytes", ClusterAmounts::lease);
        cpu(cluster, "koord_yarn_capability_milli_cpu", ClusterAmounts::capability);
        bytes(cluster, "koord_yarn_capability_memory_bytes", ClusterAmounts::capability);
        cpu(cluster, "koord_yarn_allocated_milli_cpu", ClusterAmounts::allocated);
        bytes(cluster, "koord_yarn_allocated_memory_bytes", ClusterAmounts::allocated);
        cpu(cluster, "koord_yarn_used_milli_cpu", ClusterAmounts::used);
        bytes(cluster, "koord_yarn_used_memory_bytes", ClusterAmounts::used);
        cpu(cluster, "koord_yarn_pending_milli_cpu", ClusterAmounts::pending);
        bytes(cluster, "koord_yarn_pending_memory_bytes", ClusterAmounts::pending);
        gauge("koord_yarn_unmatched_node_managers", cluster, one -> one.amounts.unmatched());
        for (LeaseStateName state : LeaseStateName.values()) {
            String label =
                    state == LeaseStateName.UNKNOWN ? "unmatched" : state.name().toLowerCase(Locale.ROOT);
            gauge("koord_yarn_nodes", cluster, one -> one.amounts.nodes().get(state), "state", label);
            gauge(
                    "koord_yarn_state_seconds",
                    cluster,
                    one -> one.amounts.longest().get(state),
                    "state",
                    label);
        }
    }

    /** Makes the gauges that a cluster has and the nodes of no cluster have not. */
    void registerAnswers(String cluster) {
        gauge("koord_yarn_resource_manager_preempted_containers", cluster, one -> one.preempted);
        gauge("koord_yarn_report_age_seconds", cluster, one -> one.reportAge.toMillis() / 1000.0);
        gauge("koord_yarn_use_age_seconds", cluster, one -> one.useAge.toMillis() / 1000.0);
    }

    private void cpu(String cluster, String family, Function<ClusterAmounts, @Nullable BatchAmount> part) {
        gauge(family, cluster, one -> {
            BatchAmount amount = part.apply(one.amounts);
            return amount == null ? null : amount.milliCpu();
        });
    }

    private void bytes(String cluster, String family, Function<ClusterAmounts, @Nullable BatchAmount> part) {
        gauge(family, cluster, one -> {
            BatchAmount amount = part.apply(one.amounts);
            return amount == null ? null : amount.bytes();
        });
    }

    private void gauge(String family, String cluster, Function<Shown, @Nullable Number> value, String... more) {
        String id = ClusterDeclaration.name(cluster);
        String name = more.length == 0
                ? MetricNames.of(family, "cluster", id)
                : MetricNames.of(family, "cluster", id, more[0], more[1]);
        registry.gauge(name, () -> (Gauge<@Nullable Number>) () -> {
            Shown last = shown.get(cluster);
            boolean now = last != null && !last.at.plus(LOOKED_WITHIN).isBefore(clock.instant());
            return now ? value.apply(last) : null;
        });
    }
}
