package io.koordbridge.manager.config.sloconfig;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;

/** Counts whether the parts of a spec could be made from the configuration; manager specification section 13. */
public final class ParseCount {

    private final MetricRegistry metrics;
    private final String metric;

    /** Counts under a metric's name. */
    public ParseCount(MetricRegistry metrics, String metric) {
        this.metrics = metrics;
        this.metric = metric;
    }

    /** Counts one part, named as users of the reference know it. */
    public void count(String part, boolean succeeded) {
        String status = succeeded ? "succeeded" : "failed";
        metrics.counter(MetricNames.of(metric, "status", status, "reason", part))
                .inc();
    }
}
