package io.koordbridge.kube.queue;

import com.codahale.metrics.Counter;
import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.BucketHistogram;
import io.koordbridge.kube.metrics.MetricNames;
import java.util.concurrent.TimeUnit;

/** A loop's passes and queue under the names that controller-runtime and client-go give theirs: dashboards are made of them. */
final class ControllerMetrics {

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final double[] PASS_SECONDS = {
        0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.25, 1.5,
        1.75, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60
    };
    private static final double[] QUEUE_SECONDS = BucketHistogram.exponential(1e-8, 10, 10);

    private final String controller;
    private final MetricRegistry metrics;
    private final BucketHistogram passes;
    private final BucketHistogram waits;
    private final BucketHistogram works;
    private final Counter adds;
    private final Counter retries;
    private final Counter errors;

    ControllerMetrics(String controller, WorkQueue<?> queue, int workers, MetricRegistry metrics) {
        this.controller = controller;
        this.metrics = metrics;
        this.passes =
                BucketHistogram.of(metrics, ofController("controller_runtime_reconcile_time_seconds"), PASS_SECONDS);
        this.waits = BucketHistogram.of(metrics, ofQueue("workqueue_queue_duration_seconds"), QUEUE_SECONDS);
        this.works = BucketHistogram.of(metrics, ofQueue("workqueue_work_duration_seconds"), QUEUE_SECONDS);
        this.adds = metrics.counter(ofQueue("workqueue_adds_total"));
        this.retries = metrics.counter(ofQueue("workqueue_retries_total"));
        this.errors = metrics.counter(ofController("controller_runtime_reconcile_errors_total"));
        metrics.gauge(ofController("controller_runtime_max_concurrent_reconciles"), () -> () -> workers);
        metrics.gauge(
                ofController("controller_runtime_active_workers"),
                () -> () -> queue.workingNanos().size());
        metrics.gauge(ofQueue("workqueue_depth"), () -> queue::size);
        metrics.gauge(
                ofQueue("workqueue_unfinished_work_seconds"),
                () -> () ->
                        queue.workingNanos().stream().mapToLong(Long::longValue).sum() / NANOS_PER_SECOND);
        metrics.gauge(
                ofQueue("workqueue_longest_running_processor_seconds"),
                () -> () -> queue.workingNanos().stream()
                                .mapToLong(Long::longValue)
                                .max()
                                .orElse(0)
                        / NANOS_PER_SECOND);
        queue.count(this);
    }

    private String ofController(String family) {
        return MetricNames.of(family, "controller", controller);
    }

    private String ofQueue(String family) {
        return MetricNames.of(family, "controller", controller, "name", controller);
    }

    void added() {
        adds.inc();
    }

    void retried() {
        retries.inc();
    }

    void waited(long nanos) {
        waits.observe(nanos / NANOS_PER_SECOND);
    }

    void worked(long nanos) {
        works.observe(nanos / NANOS_PER_SECOND);
    }

    void took(long nanos) {
        passes.observe(nanos / NANOS_PER_SECOND);
    }

    /** A pass ended: success, error or requeue_after. */
    void ended(String result) {
        metrics.counter(MetricNames.of(
                        "controller_runtime_reconcile_total", "controller", controller, "result", result))
                .inc();
        if (result.equals("error")) {
            errors.inc();
        }
    }
}
