package io.koordbridge.manager.noderesource;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.protocol.ResourceNames;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Metrics of the noderesource controller; manager specification section 13. */
final class NodeResourceMetrics {

    private static final String RECONCILES = "slo_controller_node_resource_reconcile_count";
    private static final String PLUGIN = "slo_controller_node_resource_run_plugin_status";
    private static final String ALLOCATABLE = "slo_controller_node_extended_resource_allocatable_internal";
    private static final double MILLI_PER_CORE = 1000.0;

    private final MetricRegistry metrics;

    NodeResourceMetrics(MetricRegistry metrics) {
        this.metrics = metrics;
    }

    void succeeded() {
        metrics.counter(MetricNames.of(RECONCILES, "status", "succeeded", "reason", ""))
                .inc();
    }

    void failed(String reason) {
        metrics.counter(MetricNames.of(RECONCILES, "status", "failed", "reason", reason))
                .inc();
    }

    void calculated(boolean reset) {
        String stage = reset ? "ResourceReset" : "ResourceCalculate";
        metrics.counter(MetricNames.of(PLUGIN, "plugin", "BatchResource", "status", "succeeded", "reason", stage))
                .inc();
    }

    void decided(WriteDecision.Reason reason) {
        metrics.counter(MetricNames.of("koord_manager_node_write_decisions_total", "reason", reason.name()))
                .inc();
    }

    void unreadableThirdParties() {
        metrics.counter("koord_manager_third_party_unreadable_total").inc();
    }

    /** From the arrival of a report to the answered write that it led to. */
    void reportToStatus(Duration delay) {
        metrics.timer("koord_manager_report_to_status_seconds").update(delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Publishes the numbers of a node; called again for the same node it changes nothing. */
    void publish(String node, Supplier<NodeExplanation> explanation) {
        metrics.gauge(
                name(node, ResourceNames.BATCH_CPU, "integer"),
                () -> () -> explanation.get().allotment().milliCpu() / MILLI_PER_CORE);
        metrics.gauge(
                name(node, ResourceNames.BATCH_MEMORY, "byte"),
                () -> () -> explanation.get().allotment().bytes());
    }

    void forget(String node) {
        metrics.remove(name(node, ResourceNames.BATCH_CPU, "integer"));
        metrics.remove(name(node, ResourceNames.BATCH_MEMORY, "byte"));
    }

    private static String name(String node, String resource, String unit) {
        return MetricNames.of(ALLOCATABLE, "node", node, "resource", resource, "unit", unit);
    }
}
