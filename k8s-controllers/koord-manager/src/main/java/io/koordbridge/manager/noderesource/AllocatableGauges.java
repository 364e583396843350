package io.koordbridge.manager.noderesource;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.protocol.ResourceNames;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What was calculated for each node, as gauges that go when nobody sets them for a while; manager specification section 13.
 * Thread-safe.
 */
final class AllocatableGauges {

    private static final String NAME = "slo_controller_node_extended_resource_allocatable_internal";
    private static final Duration KEPT = Duration.ofMinutes(5);

    private final MetricRegistry metrics;
    private final Map<Key, Value> values = new ConcurrentHashMap<>();

    private record Key(String node, String resource) {}

    private static final class Value {

        private volatile double amount;
        private volatile Instant setAt;

        Value(Instant setAt) {
            this.setAt = setAt;
        }
    }

    AllocatableGauges(MetricRegistry metrics) {
        this.metrics = metrics;
    }

    /** Publishes an amount of a resource of a node. */
    void set(String node, String resource, double amount, Instant now) {
        Value value = values.computeIfAbsent(new Key(node, resource), key -> published(key, now));
        value.amount = amount;
        value.setAt = now;
    }

    private Value published(Key key, Instant now) {
        Value value = new Value(now);
        metrics.gauge(name(key), () -> () -> value.amount);
        return value;
    }

    /** Drops what nobody set for five minutes. */
    void sweep(Instant now) {
        for (Iterator<Map.Entry<Key, Value>> all = values.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<Key, Value> one = all.next();
            if (one.getValue().setAt.plus(KEPT).isBefore(now)) {
                all.remove();
                metrics.remove(name(one.getKey()));
            }
        }
    }

    /** Drops everything of a node. */
    void forget(String node) {
        values.keySet().removeIf(key -> {
            boolean ofNode = key.node().equals(node);
            if (ofNode) {
                metrics.remove(name(key));
            }
            return ofNode;
        });
    }

    private static String name(Key key) {
        boolean memory = key.resource().equals(ResourceNames.BATCH_MEMORY)
                || key.resource().equals(ResourceNames.MID_MEMORY);
        return MetricNames.of(
                NAME, "node", key.node(), "resource", key.resource(), "unit", memory ? "byte" : "integer");
    }
}
