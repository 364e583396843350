package io.koordbridge.manager.publish;

import com.codahale.metrics.Counter;
import com.codahale.metrics.MetricRegistry;
import io.koordbridge.capacity.damping.DampedAmount;
import io.koordbridge.capacity.plan.WriteDecision;
import io.koordbridge.kube.metrics.MetricNames;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Metrics of the noderesource controller; manager specification section 13. */
final class NodeResourceMetrics {

    private static final String RECONCILES = "slo_controller_node_resource_reconcile_count";
    private static final String PLUGIN = "slo_controller_node_resource_run_plugin_status";

    private static final String DAMPING = "koord_manager_damping_effects_total";

    private final MetricRegistry metrics;
    private final Map<StageRun, Counter> stageRuns = new ConcurrentHashMap<>();

    private record StageRun(String stage, Phase phase, boolean succeeded) {}

    /** What a stage was run for; the name is the label value. */
    enum Phase {
        CALCULATE("ResourceCalculate"),
        RESET("ResourceReset"),
        PRE_UPDATE("NodePreUpdate"),
        PREPARE("NodePrepare"),
        CHECK_STATUS("NodeStatusCheck"),
        CHECK_METADATA("NodeStatusCheckMeta");

        private final String label;

        Phase(String label) {
            this.label = label;
        }
    }

    /** What became of a pass or of one of its writes; the name is the label value. */
    enum Outcome {
        NODE_NOT_FOUND("reconcileNodeNotFound"),
        STATUS_NODE_NOT_FOUND("updateNodeNotFound"),
        STATUS_NODE_UNREADABLE("updateNodeGetError"),
        STATUS_WRITE("updateNodeStatus"),
        METADATA_NODE_NOT_FOUND("updateNodeMetaNotFound"),
        METADATA_NODE_UNREADABLE("updateNodeMetaGetError"),
        METADATA_WRITE("patchNodeMeta"),
        TOPOLOGY_WRITE("updateNodeResourceTopology");

        private final String label;

        Outcome(String label) {
            this.label = label;
        }
    }

    NodeResourceMetrics(MetricRegistry metrics) {
        this.metrics = metrics;
    }

    void succeeded(Outcome outcome) {
        count("succeeded", outcome);
    }

    void failed(Outcome outcome) {
        count("failed", outcome);
    }

    private void count(String status, Outcome outcome) {
        metrics.counter(MetricNames.of(RECONCILES, "status", status, "reason", outcome.label))
                .inc();
    }

    /** What damping did, by resource; labels carry its name without the domain, after a prefix. */
    void damped(String prefix, Map<String, DampedAmount> amounts) {
        amounts.forEach(
                (resource, amount) -> damped(prefix + resource.substring(resource.lastIndexOf('/') + 1), amount));
    }

    private void damped(String resource, DampedAmount amount) {
        String effect = amount.effect().name().toLowerCase(Locale.ROOT);
        metrics.counter(MetricNames.of(DAMPING, "resource", resource, "effect", effect))
                .inc();
    }

    void ran(String stage, Phase phase, boolean succeeded) {
        stageRuns
                .computeIfAbsent(new StageRun(stage, phase, succeeded), this::counter)
                .inc();
    }

    private Counter counter(StageRun run) {
        return metrics.counter(MetricNames.of(
                PLUGIN,
                "plugin",
                run.stage(),
                "status",
                run.succeeded() ? "succeeded" : "failed",
                "reason",
                run.phase().label));
    }

    void stageThrew(String stage) {
        metrics.counter(MetricNames.of("koord_manager_stage_exceptions_total", "stage", stage))
                .inc();
    }

    /** An input that could not be read, or a pass that came to nothing. */
    void threw(String part) {
        metrics.counter(MetricNames.of("koord_manager_pass_exceptions_total", "part", part))
                .inc();
    }

    void decided(WriteDecision.Reason reason) {
        metrics.counter(MetricNames.of("koord_manager_node_write_decisions_total", "reason", reason.name()))
                .inc();
    }

    void unreadableThirdParties() {
        metrics.counter("koord_manager_third_party_unreadable_total").inc();
    }

    void unreadableReport() {
        metrics.counter("koord_manager_unreadable_reports_total").inc();
    }

    /** From the arrival of a report to the answered write that it led to. */
    void reportToStatus(Duration delay) {
        metrics.timer("koord_manager_report_to_status_seconds").update(delay.toNanos(), TimeUnit.NANOSECONDS);
    }
}
