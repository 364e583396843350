package io.koordbridge.koordlet.app;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.koordlet.evict.Victim;
import io.koordbridge.kube.metrics.MetricNames;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counts evictions of each pod under the name of the reference, for half an hour after the last one. */
final class EvictedSeries {

    static final Duration KEPT = Duration.ofMinutes(30);
    /** More take the place of the oldest. */
    static final int MOST = 500;

    private final MetricRegistry metrics;
    private final String node;
    /** Oldest first. */
    private final Map<String, Instant> countedAt = new LinkedHashMap<>();

    EvictedSeries(MetricRegistry metrics, String node) {
        this.metrics = metrics;
        this.node = node;
    }

    synchronized void count(Victim victim, String feature, Instant now) {
        metrics.counter(MetricNames.of("koordlet_pod_eviction", "node", node, "reason", feature))
                .inc();
        String name = MetricNames.of(
                "koordlet_pod_eviction_detail",
                "node",
                node,
                "pod_name",
                victim.name(),
                "pod_namespace",
                victim.namespace(),
                "reason",
                feature);
        metrics.counter(name).inc();
        countedAt.remove(name);
        countedAt.put(name, now);
        forget(now);
    }

    /** Takes away what is old. */
    synchronized void forget(Instant now) {
        Iterator<Map.Entry<String, Instant>> oldest = countedAt.entrySet().iterator();
        while (oldest.hasNext()) {
            Map.Entry<String, Instant> one = oldest.next();
            if (countedAt.size() <= MOST && now.isBefore(one.getValue().plus(KEPT))) {
                return;
            }
            oldest.remove();
            metrics.remove(one.getKey());
        }
    }
}
