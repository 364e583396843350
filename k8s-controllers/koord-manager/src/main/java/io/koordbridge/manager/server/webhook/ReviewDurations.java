package io.koordbridge.manager.server.webhook;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.BucketHistogram;
import io.koordbridge.kube.metrics.MetricNames;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** How long decisions take, under the name and labels of the reference; manager specification section 13. */
final class ReviewDurations {

    private static final String FAMILY = "koord_manager_webhook_webhook_duration_milliseconds";
    private static final String SECONDS = "koord_manager_webhook_seconds";
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double[] BUCKETS = BucketHistogram.exponential(0.001, 2, 20);
    private static final Set<String> OPERATIONS = Set.of("CREATE", "UPDATE", "DELETE", "CONNECT");

    private final MetricRegistry metrics;

    ReviewDurations(MetricRegistry metrics) {
        this.metrics = metrics;
    }

    void observe(AdmissionPath served, String operation, boolean isAllowed, long nanos) {
        String name = MetricNames.of(
                FAMILY,
                "webhook_type",
                served.type().label(),
                "object_type",
                served.objectType(),
                "operation",
                OPERATIONS.contains(operation) ? operation : "other",
                "plugin_name",
                served.plugin(),
                "status",
                isAllowed ? "allowed" : "rejected");
        BucketHistogram.of(metrics, name, BUCKETS).observe(nanos / NANOS_PER_MILLI);
        metrics.timer(SECONDS).update(nanos, TimeUnit.NANOSECONDS);
    }
}
