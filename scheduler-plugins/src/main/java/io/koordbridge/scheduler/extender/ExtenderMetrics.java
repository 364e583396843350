package io.koordbridge.scheduler.extender;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import io.koordbridge.kube.metrics.MetricNames;

/** Metrics of the verbs. */
final class ExtenderMetrics {

    private final MetricRegistry registry;

    ExtenderMetrics(MetricRegistry registry) {
        this.registry = registry;
    }

    Timer duration(String verb) {
        return registry.timer(MetricNames.of("koord_scheduler_extender_request_seconds", "verb", verb));
    }

    void answered(String verb, String result) {
        registry.counter(MetricNames.of("koord_scheduler_extender_requests_total", "verb", verb, "result", result))
                .inc();
    }

    void filtered(FilterResult result) {
        nodes("passed", result.nodeNames().size());
        nodes("unschedulable", result.failedNodes().size());
        nodes("unresolvable", result.failedAndUnresolvableNodes().size());
    }

    private void nodes(String outcome, long count) {
        registry.counter(MetricNames.of("koord_scheduler_filtered_nodes_total", "outcome", outcome))
                .inc(count);
    }
}
