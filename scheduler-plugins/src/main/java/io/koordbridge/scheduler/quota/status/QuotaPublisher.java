package io.koordbridge.scheduler.quota.status;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.client.RecurringProblems;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.periodic.PeriodicTasks.Heartbeat;
import io.koordbridge.scheduler.quota.tree.QuotaLedger;
import io.koordbridge.scheduler.quota.tree.QuotaObjects;
import io.koordbridge.scheduler.quota.tree.QuotaState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the state of the quotas to their objects while this replica leads: each second what differs, at most 50 objects, in turn.
 * Nothing is read or written while neither the ledger nor an object changes.
 */
public final class QuotaPublisher implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(QuotaPublisher.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final Duration CALLS = Duration.ofMinutes(1);
    /** The longest that one write takes. */
    private static final Duration WRITE = Duration.ofSeconds(3);

    private static final int MOST_IN_A_ROUND = 50;

    private final QuotaLedger ledger;
    private final QuotaObjects objects;
    private final QuotaStatusApi api;
    private final Predicate<Duration> acts;
    private final String namespace;
    private final MetricRegistry metrics;
    private final RecurringProblems<String> trouble = new RecurringProblems<>();
    private Looked looked = new Looked(-1, -1);
    private String cursor = "";
    private volatile Heartbeat heartbeat = Heartbeat.NOT_BEGUN;

    /** What a round has seen to its end. */
    private record Looked(long states, long objects) {}

    /**
     * A publisher.
     *
     * @param acts whether this replica may write, for at least some time
     * @param namespace where built-in quotas are created
     */
    public QuotaPublisher(
            QuotaLedger ledger,
            QuotaObjects objects,
            QuotaStatusApi api,
            Predicate<Duration> acts,
            String namespace,
            MetricRegistry metrics) {
        this.ledger = ledger;
        this.objects = objects;
        this.api = api;
        this.acts = acts;
        this.namespace = namespace;
        this.metrics = metrics;
    }

    /** Begins its rounds. */
    public void start(PeriodicTasks tasks) {
        heartbeat = tasks.every("quota-status", PERIOD, CALLS, this::round);
    }

    /** One round. */
    void round() {
        Looked now = new Looked(ledger.version(), objects.changes());
        if (!acts.test(WRITE)) {
            looked = new Looked(-1, -1);
            return;
        }
        if (now.equals(looked)) {
            return;
        }
        boolean created = create();
        boolean published = publish();
        if (created && published) {
            looked = now;
        }
    }

    private boolean create() {
        Set<String> names =
                objects.all().map(object -> object.getMetadata().getName()).collect(Collectors.toSet());
        boolean all = true;
        for (ElasticQuota quota : BuiltInQuotas.missing(names, namespace)) {
            all &= acts.test(WRITE) && written(quota, () -> api.create(quota));
        }
        return all;
    }

    private boolean publish() {
        Map<String, QuotaState> states = new HashMap<>();
        ledger.states().values().forEach(states::putAll);
        int writes = 0;
        for (ElasticQuota object : inTurn()) {
            QuotaState state = states.get(object.getMetadata().getName());
            Optional<QuotaStatusPlan> plan =
                    state == null ? Optional.empty() : QuotaStatusPlan.of(object, QuotaSummary.of(state));
            if (plan.isEmpty()) {
                continue;
            }
            if (writes++ == MOST_IN_A_ROUND || !acts.test(WRITE)) {
                return false;
            }
            cursor = key(object);
            if (!written(object, () -> objects.replaced(api.publish(object, plan.get()), object))) {
                return false;
            }
        }
        return true;
    }

    /** All objects, first those behind the one that was written last. */
    private List<ElasticQuota> inTurn() {
        TreeMap<String, ElasticQuota> byKey = new TreeMap<>();
        objects.all().forEach(object -> byKey.put(key(object), object));
        List<ElasticQuota> order = new ArrayList<>(byKey.tailMap(cursor, false).values());
        order.addAll(byKey.headMap(cursor, true).values());
        return order;
    }

    private boolean written(ElasticQuota object, Runnable write) {
        heartbeat.beat();
        String key = key(object);
        try {
            write.run();
            count("ok");
            trouble.ends(key);
            return true;
        } catch (KubernetesClientException failed) {
            count("failed");
            String problem = FailureFormatter.of(failed);
            if (trouble.begins(key, problem)) {
                LOG.warn("Quota not written quota={} problem={}", key, problem);
            }
            return false;
        }
    }

    private void count(String result) {
        metrics.counter(MetricNames.of("koord_scheduler_quota_status_writes_total", "result", result))
                .inc();
    }

    private static String key(ElasticQuota object) {
        return object.getMetadata().getNamespace() + "/" + object.getMetadata().getName();
    }

    @Override
    public void close() {
        heartbeat.close();
    }
}
