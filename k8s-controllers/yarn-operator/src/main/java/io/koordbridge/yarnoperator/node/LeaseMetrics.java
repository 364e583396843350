package io.koordbridge.yarnoperator.node;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.yarnoperator.lease.LeaseAction.Notice;
import java.util.Locale;

/** Metrics of the lease loop. */
final class LeaseMetrics {

    private final MetricRegistry registry;

    LeaseMetrics(MetricRegistry registry) {
        this.registry = registry;
    }

    void notice(Notice notice) {
        count(MetricNames.of(
                "koord_yarnoperator_lease_notices_total", "kind", notice.name().toLowerCase(Locale.ROOT)));
    }

    void annotationWrite(String status) {
        count(MetricNames.of("koord_yarnoperator_annotation_writes_total", "status", status));
    }

    void update(boolean grow) {
        count(MetricNames.of("koord_yarnoperator_updates_total", "direction", grow ? "grow" : "shrink"));
    }

    void drain(String state) {
        count(MetricNames.of("koord_yarnoperator_drains_total", "state", state.toLowerCase(Locale.ROOT)));
    }

    void podWrite(String what, String status) {
        count(MetricNames.of("koord_yarnoperator_pod_writes_total", "what", what, "status", status));
    }

    void badInput() {
        count("koord_yarnoperator_bad_input_total");
    }

    private void count(String name) {
        registry.counter(name).inc();
    }
}
