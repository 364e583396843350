package io.koordbridge.descheduler.act.evict;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.descheduler.act.EventSubjects;
import io.koordbridge.descheduler.act.PodEvictor.Order;
import io.koordbridge.descheduler.act.PodEvictor.Outcome;
import io.koordbridge.descheduler.act.PodEvictor.Result;
import io.koordbridge.descheduler.decide.args.EvictionPolicy;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.kube.metrics.MetricNames;
import java.util.Set;

/**
 * Says what became of a try: events on pod and node, one counter. Its labels are bounded: result and reason are enumerations, the strategy is a
 * plugin that is built in, {@code manual} for jobs without a trigger, {@code other} for all else that a job may say. Namespace and node are no
 * labels: a large cluster would make ten thousands of series of them, and the events name both.
 */
public final class EvictionNotices {

    private static final String MANUAL = "manual";
    private static final String OTHER = "other";

    private final EventRecorder events;
    private final MetricRegistry metrics;
    private final Set<String> plugins;

    /**
     * Notices.
     *
     * @param plugins names of all plugins that are built in
     */
    public EvictionNotices(EventRecorder events, MetricRegistry metrics, Set<String> plugins) {
        this.events = events;
        this.metrics = metrics;
        this.plugins = Set.copyOf(plugins);
    }

    void tried(Order order, EvictionPolicy policy, Outcome outcome, EvictionReason reason) {
        metrics.counter(MetricNames.of(
                        "koord_descheduler_evictions_total",
                        "result",
                        label(outcome.result()),
                        "reason",
                        reason.label(),
                        "strategy",
                        strategy(order.trigger())))
                .inc();
        if (outcome.result() != Result.EVICTED) {
            return;
        }
        String job = " by PodMigrationJob " + order.job() + " (" + policy.wireName() + "): " + order.reason();
        events.record(EventSubjects.pod(order.pod().ref()), EventType.NORMAL, "Descheduled", "Evicted" + job);
        String node = order.pod().nodeName();
        if (!node.isEmpty()) {
            String message = "Evicted pod " + order.pod().ref().key() + job;
            events.record(EventSubjects.node(node), EventType.NORMAL, "Descheduled", message);
        }
    }

    private static String label(Result result) {
        return switch (result) {
            case EVICTED -> "evicted";
            case GONE -> "gone";
            case REFUSED -> "refused";
            case TOO_MANY -> "too_many";
            case FAILED -> "failed";
        };
    }

    private String strategy(String trigger) {
        if (trigger.isEmpty()) {
            return MANUAL;
        }
        return plugins.contains(trigger) ? trigger : OTHER;
    }
}
