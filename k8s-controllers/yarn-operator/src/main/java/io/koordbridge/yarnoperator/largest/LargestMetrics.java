package io.koordbridge.yarnoperator.largest;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.yarnoperator.resourcemanager.ClusterDeclaration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How many nodes of each cluster keep the size, and how many should. */
final class LargestMetrics {

    private final Map<String, Long> kept = new ConcurrentHashMap<>();

    LargestMetrics(MetricRegistry registry, Collection<String> clusters, LargestConfig config) {
        for (String cluster : clusters) {
            String name = ClusterDeclaration.name(cluster);
            registry.gauge(MetricNames.of("koord_yarn_largest_wanted_nodes", "cluster", name), () ->
                    (Gauge<Integer>) config::nodes);
            registry.gauge(MetricNames.of("koord_yarn_largest_kept_nodes", "cluster", name), () ->
                    (Gauge<Long>) () -> kept.getOrDefault(cluster, 0L));
        }
    }

    void kept(String cluster, long nodes) {
        kept.put(cluster, nodes);
    }

    /** Only the leader keeps something. */
    void forget() {
        kept.clear();
    }
}
