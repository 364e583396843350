package io.koordbridge.scheduler.quota.preemption;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.periodic.PeriodicTasks.Heartbeat;
import io.koordbridge.kube.write.PodEvictions;
import io.koordbridge.kube.write.PodEvictions.Result;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.quota.preemption.PreemptionPlan.Asked;
import io.koordbridge.scheduler.quota.tree.PodQuota;
import io.koordbridge.scheduler.quota.tree.QuotaLedger;
import io.koordbridge.scheduler.quota.tree.QuotaVerdict;
import io.koordbridge.scheduler.quota.tree.QuotaVerdict.Code;
import io.koordbridge.scheduler.quota.tree.QuotaWaiters;
import io.koordbridge.scheduler.view.Assumption;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes room for pods that only their quota refuses, while this replica leads: one preemption of a quota at a time. The room is kept on
 * node and quota until the pod is bound or the deadline.
 */
public final class QuotaPreemptor implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(QuotaPreemptor.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final Duration CALLS = Duration.ofMinutes(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    /** Room that others leave by themselves comes first. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    /** Twice the usual grace period of victims, and time to be bound. */
    private static final Duration DEADLINE = Duration.ofSeconds(90);

    private static final int MOST_NODES = 3;
    private static final int MOST_PODS_OF_A_QUOTA = 3;

    private final QuotaLedger quotas;
    private final QuotaWaiters waiters;
    private final ClusterLedger nodes;
    private final PreemptionPlan plan;
    private final PreemptionApi api;
    private final PreemptionArgs args;
    private final Predicate<Duration> acts;
    private final Clock clock;
    private final MetricRegistry metrics;
    private final Map<String, UnderWay> underWay = new ConcurrentHashMap<>();
    private final Deque<Instant> recent = new ArrayDeque<>();
    private volatile Heartbeat heartbeat = Heartbeat.NOT_BEGUN;

    /**
     * A preemption that has begun.
     *
     * @param pod for which room is made
     * @param victims namespace and name of those evicted
     * @param until when it is given up
     */
    public record UnderWay(PodQuota pod, String node, List<String> victims, Instant until) {}

    /** What a preemptor works with. */
    public record Parts(QuotaLedger quotas, QuotaWaiters waiters, ClusterLedger nodes, PluginList plugins) {}

    /**
     * A preemptor.
     *
     * @param acts whether this replica may evict, for at least some time
     */
    public QuotaPreemptor(
            Parts parts,
            PreemptionApi api,
            PreemptionArgs args,
            Predicate<Duration> acts,
            Clock clock,
            MetricRegistry metrics) {
        this.quotas = parts.quotas();
        this.waiters = parts.waiters();
        this.nodes = parts.nodes();
        this.plan = new PreemptionPlan(quotas, nodes, parts.plugins());
        this.api = api;
        this.args = args;
        this.acts = acts;
        this.clock = clock;
        this.metrics = metrics;
    }

    /** Begins its rounds if pods may preempt. */
    public void start(PeriodicTasks tasks) {
        if (args.enabled()) {
            heartbeat = tasks.every("quota-preemption", PERIOD, CALLS, this::round);
        }
    }

    /** The preemption that was begun for a pod, for people. */
    public Optional<UnderWay> of(String podKey) {
        return underWay.values().stream()
                .filter(one -> one.pod().key().equals(podKey))
                .findFirst();
    }

    /** One round. */
    void round() {
        Instant now = clock.instant();
        underWay.values()
                .removeIf(one -> now.isAfter(one.until())
                        || !quotas.waits(one.pod().uid(), one.pod().key()));
        recent.removeIf(at -> !at.plus(MINUTE).isAfter(now));
        List<String> tried = new ArrayList<>();
        Set<String> full = new HashSet<>(underWay.keySet());
        for (PodFacts facts : waiters.longerThan(PATIENCE)) {
            if (recent.size() >= args.mostPerMinute() || !acts.test(PodEvictions.CALL)) {
                return;
            }
            QuotaVerdict verdict = quotas.check(facts.key());
            boolean byQuota = verdict.code() == Code.USED_LIMIT || verdict.code() == Code.PARENT;
            if (!byQuota || full.contains(verdict.quota()) || isProtected(verdict.quota())) {
                continue;
            }
            tried.add(verdict.quota());
            if (tried.stream().filter(verdict.quota()::equals).count() == MOST_PODS_OF_A_QUOTA) {
                full.add(verdict.quota());
            }
            if (preempts(facts, verdict.quota())) {
                full.add(verdict.quota());
            }
        }
    }

    private boolean isProtected(String quota) {
        return args.disableDefaultQuotaPreemption() && quota.equals(WellKnown.DEFAULT_QUOTA);
    }

    /** Whether room is being made for the pod now, so that its quota has to wait. */
    private boolean preempts(PodFacts facts, String quota) {
        Asked asked = Asked.of(facts, quotas.pods(quota)).orElse(null);
        if (asked == null) {
            return false;
        }
        PodQuota pod = asked.pod();
        // What is on its way out may suffice: nothing is evicted twice.
        if (!asked.leaving().isEmpty()
                && quotas.checkWithout(pod.key(), asked.leaving()).code().allows()) {
            return true;
        }
        try {
            List<NodeChoice> choices = plan.choices(asked, api);
            boolean may = !choices.isEmpty()
                    && api.right(pod)
                            .filter(right -> right.holds(pod, asked.leaving()))
                            .isPresent();
            return may && carriedOut(asked, quota, choices);
        } catch (KubernetesClientException noAnswer) {
            LOG.info("No preemption pod={} problem={}", pod.key(), FailureFormatter.of(noAnswer));
            return false;
        }
    }

    private boolean carriedOut(Asked asked, String quota, List<NodeChoice> choices) {
        for (NodeChoice choice : choices.subList(0, Math.min(MOST_NODES, choices.size()))) {
            Instant until = clock.instant().plus(DEADLINE);
            recent.add(clock.instant());
            if (args.dryRun()) {
                log(asked.pod(), quota, choice, "dry run");
                underWay.put(quota, new UnderWay(asked.pod(), choice.node(), List.of(), until));
                return true;
            }
            // Kept before the first victim goes, so that its room is not taken in between.
            quotas.claim(asked.pod().key(), until);
            nodes.keep(asked.facts(), choice.node(), until);
            List<String> evicted = evict(asked.pod(), choice);
            if (!evicted.isEmpty()) {
                log(asked.pod(), quota, choice, "evicted " + evicted);
                underWay.put(quota, new UnderWay(asked.pod(), choice.node(), evicted, until));
                return true;
            }
            quotas.claim(asked.pod().key(), null);
            nodes.release(new Assumption(asked.facts(), choice.node(), until));
        }
        return false;
    }

    /** The victims that go; the first that stays ends it. */
    private List<String> evict(PodQuota pod, NodeChoice choice) {
        List<String> evicted = new ArrayList<>();
        for (PodQuota victim : choice.victims().victims()) {
            heartbeat.beat();
            if (!acts.test(PodEvictions.CALL)) {
                break;
            }
            PodEvictions.Outcome outcome = api.evict(victim, pod);
            metrics.counter(MetricNames.of(
                            "koord_scheduler_quota_preemption_victims_total",
                            "result",
                            outcome.result().name().toLowerCase(Locale.ROOT)))
                    .inc();
            if (outcome.result() == Result.REFUSED || outcome.result() == Result.FAILED) {
                LOG.info("Not evicted pod={} for={} problem={}", victim.key(), pod.key(), outcome.problem());
                break;
            }
            evicted.add(victim.key());
        }
        return evicted;
    }

    private void log(PodQuota pod, String quota, NodeChoice choice, String what) {
        metrics.counter("koord_scheduler_quota_preemptions_total").inc();
        LOG.info(
                "Preemption pod={} priority={} quota={} node={} {}",
                pod.key(),
                pod.rank().priority(),
                quota,
                choice.node(),
                what);
    }

    @Override
    public void close() {
        heartbeat.close();
    }
}
