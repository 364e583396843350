package io.koordbridge.yarnoperator.amounts;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.yarnoperator.amounts.ClusterSums.Look;
import io.koordbridge.yarnoperator.node.NodeLeaseStatus;
import io.koordbridge.yarnoperator.resourcemanager.ClusterDeclaration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Amounts of each node, which are many series: only where the configuration asks for them. A node that goes takes its series along. */
final class NodeGauges {

    private final MetricRegistry registry;
    private final boolean on;
    private final Map<String, Long> values = new ConcurrentHashMap<>();

    NodeGauges(MetricRegistry registry, boolean on) {
        this.registry = registry;
        this.on = on;
    }

    void show(Look look) {
        if (!on) {
            return;
        }
        Map<String, Long> now = new HashMap<>();
        for (NodeLeaseStatus one : look.nodes()) {
            String cluster = ClusterSums.clusterOf(one, look.declared());
            String[] labels = {"cluster", ClusterDeclaration.name(cluster), "node", one.node()};
            BatchAmount lease = ClusterSums.lease(one, look.conversion());
            put(now, MetricNames.of("koord_yarn_node_lease_milli_cpu", labels), cpu(lease));
            put(now, MetricNames.of("koord_yarn_node_lease_memory_bytes", labels), bytes(lease));
            BatchAmount allocated = look.reports().containsKey(cluster) ? ClusterSums.allocated(one, look) : null;
            put(now, MetricNames.of("koord_yarn_node_allocated_milli_cpu", labels), cpu(allocated));
            put(now, MetricNames.of("koord_yarn_node_allocated_memory_bytes", labels), bytes(allocated));
        }
        replace(now);
    }

    void hide() {
        replace(Map.of());
    }

    private void replace(Map<String, Long> now) {
        Set<String> gone = new HashSet<>(values.keySet());
        gone.removeAll(now.keySet());
        gone.forEach(registry::remove);
        values.keySet().removeAll(gone);
        now.forEach((name, value) -> {
            boolean fresh = values.put(name, value) == null;
            if (fresh) {
                registry.gauge(name, () -> (Gauge<@Nullable Long>) () -> values.get(name));
            }
        });
    }

    private static void put(Map<String, Long> all, String name, @Nullable Long value) {
        if (value != null) {
            all.put(name, value);
        }
    }

    private static @Nullable Long cpu(@Nullable BatchAmount amount) {
        return amount == null ? null : amount.milliCpu();
    }

    private static @Nullable Long bytes(@Nullable BatchAmount amount) {
        return amount == null ? null : amount.bytes();
    }
}
