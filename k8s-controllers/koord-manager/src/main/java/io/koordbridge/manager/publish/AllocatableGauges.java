package io.koordbridge.manager.publish;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.protocol.ResourceNames;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The calculated capacity of each node, as gauges that expire when they are not set for a while; manager specification section 13.
 * Thread-safe.
 */
final class AllocatableGauges {

    private static final String NAME = "slo_controller_node_extended_resource_allocatable_internal";
    private static final Duration KEPT = Duration.ofMinutes(5);

    private final MetricRegistry metrics;
    /** By node; gauges are registered and removed only while their node's entry is held, so that none is lost. */
    private final Map<String, Map<String, Value>> values = new ConcurrentHashMap<>();

    private static final class Value {

        private volatile double amount;
        private Instant setAt = Instant.MIN;
    }

    AllocatableGauges(MetricRegistry metrics) {
        this.metrics = metrics;
    }

    /** Publishes an amount of a resource of a node. */
    void set(String node, String resource, double amount, Instant now) {
        values.compute(node, (name, known) -> {
            Map<String, Value> ofNode = known == null ? new HashMap<>() : known;
            Value value = ofNode.computeIfAbsent(resource, unused -> published(node, resource));
            value.amount = amount;
            value.setAt = now;
            return ofNode;
        });
    }

    private Value published(String node, String resource) {
        Value value = new Value();
        metrics.gauge(name(node, resource), () -> () -> value.amount);
        return value;
    }

    /** Drops gauges that were not set for five minutes. */
    void sweep(Instant now) {
        values.keySet()
                .forEach(node -> drop(node, value -> value.setAt.plus(KEPT).isBefore(now)));
    }

    /** Drops everything of a node. */
    void forget(String node) {
        drop(node, value -> true);
    }

    private void drop(String node, Predicate<Value> drops) {
        values.computeIfPresent(node, (name, ofNode) -> {
            ofNode.entrySet().removeIf(one -> {
                boolean goes = drops.test(one.getValue());
                if (goes) {
                    metrics.remove(name(node, one.getKey()));
                }
                return goes;
            });
            return ofNode.isEmpty() ? null : ofNode;
        });
    }

    private static String name(String node, String resource) {
        boolean memory = resource.equals(ResourceNames.BATCH_MEMORY) || resource.equals(ResourceNames.MID_MEMORY);
        return MetricNames.of(NAME, "node", node, "resource", resource, "unit", memory ? "byte" : "integer");
    }
}
