package io.koordbridge.manager.quota.topology;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.kube.periodic.PeriodicTasks;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports quotas whose children's minimums exceed their own: two replicas that accept two changes in the same instant can do
 * that together, and so can whoever writes while no webhook is served.
 */
public final class QuotaSumWatcher {

    private static final Logger LOG = LoggerFactory.getLogger(QuotaSumWatcher.class);
    private static final Duration LOOK = Duration.ofSeconds(5);

    private final Supplier<QuotaTopology> topology;
    private final Function<String, List<ElasticQuota>> named;
    private final EventRecorder events;
    private final BooleanSupplier reports;
    private QuotaTopology looked = QuotaTopology.EMPTY;
    private Map<String, String> told = Map.of();
    private volatile int exceeded;

    /**
     * A watch that is not started.
     *
     * @param topology the trees as they are now
     * @param named objects of a quota's name
     * @param reports whether this replica reports
     */
    public QuotaSumWatcher(
            Supplier<QuotaTopology> topology,
            Function<String, List<ElasticQuota>> named,
            EventRecorder events,
            MetricRegistry metrics,
            BooleanSupplier reports) {
        this.topology = topology;
        this.named = named;
        this.events = events;
        this.reports = reports;
        metrics.gauge("koord_manager_quota_sums_exceeded", () -> () -> exceeded);
    }

    /** Looks every few seconds; costs nothing while no quota changes. */
    public void start(PeriodicTasks tasks) {
        tasks.every("quota-sums", LOOK, this::look);
    }

    /** One look. */
    void look() {
        QuotaTopology now = topology.get();
        boolean speaks = reports.getAsBoolean();
        if (now == looked && (speaks || told.isEmpty())) {
            return;
        }
        Map<String, String> found = TopologyRules.exceededSums(now);
        exceeded = found.size();
        if (speaks) {
            tell(found);
        }
        looked = speaks ? now : QuotaTopology.EMPTY;
        told = speaks ? found : Map.of();
    }

    private void tell(Map<String, String> found) {
        found.forEach((quota, problem) -> {
            if (!problem.equals(told.get(quota))) {
                LOG.warn("quota sum exceeded quota={} problem={}", quota, problem);
                about(quota, EventType.WARNING, "QuotaSumExceeded", problem);
            }
        });
        Map<String, String> ended = new TreeMap<>(told);
        ended.keySet().removeAll(found.keySet());
        ended.keySet().forEach(quota -> {
            LOG.info("quota sum fits again quota={}", quota);
            about(quota, EventType.NORMAL, "QuotaSumFits", "the minimums of the children fit into spec.min again");
        });
    }

    private void about(String quota, EventType type, String reason, String message) {
        named.apply(quota).stream().findFirst().ifPresent(object -> events.record(object, type, reason, message));
    }
}
