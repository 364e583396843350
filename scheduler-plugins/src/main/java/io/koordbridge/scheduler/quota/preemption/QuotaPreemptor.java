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
import io.koordbridge.scheduler.quota.preemption.Companions.Party;
import io.koordbridge.scheduler.quota.preemption.PreemptionPlan.Asked;
import io.koordbridge.scheduler.quota.tree.PodQuota;
import io.koordbridge.scheduler.quota.tree.PodRank;
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
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes room for pods among less important ones of their quota, while this replica leads: for those that only the quota refuses, or only our
 * checks of nodes, of which kube-scheduler's own preemption knows nothing. One preemption of a quota at a time. The room is kept on node and
 * quota until the pod is bound or the deadline; that of pods that enter together only in the quota, for their plan chooses the nodes.
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

    /** Between two looks at pods that enter together, which takes long. */
    private static final Duration REST = Duration.ofSeconds(5);

    private static final int MOST_NODES = 3;
    private static final int MOST_PODS_OF_A_QUOTA = 3;

    private final QuotaLedger quotas;
    private final QuotaWaiters waiters;
    private final ClusterLedger nodes;
    private final Supplier<List<PodFacts>> refusedByNodes;
    private final Companions companions;
    private final PreemptionPlan plan;
    private final PartyPlan parties;
    private final PreemptionApi api;
    private final PreemptionArgs args;
    private final Predicate<Duration> acts;
    private final Clock clock;
    private final MetricRegistry metrics;
    private final Map<String, UnderWay> underWay = new ConcurrentHashMap<>();
    private final Deque<Instant> recent = new ArrayDeque<>();
    private final Turns turns = new Turns(MOST_PODS_OF_A_QUOTA);
    /** Uids of pods whose policy forbids it, which does not change. */
    private final Set<String> never = new HashSet<>();
    /** Since when pods are refused by nodes, by uid. */
    private Map<String, Instant> refusedSince = Map.of();
    /** Until when pods that enter together are not looked at again, by uid. */
    private final Map<String, Instant> rests = new HashMap<>();

    private volatile Heartbeat heartbeat = Heartbeat.NOT_BEGUN;

    /**
     * A preemption that has begun.
     *
     * @param pod for which room is made, the first of several that enter together
     * @param node where, several for these
     * @param victims namespace and name of those evicted
     * @param until when it is given up
     */
    public record UnderWay(PodQuota pod, String node, List<String> victims, Instant until) {}

    /**
     * What a preemptor works with.
     *
     * @param refusedByNodes pods that our checks of nodes refused last
     * @param companions whom pods enter with
     */
    public record Parts(
            QuotaLedger quotas,
            QuotaWaiters waiters,
            ClusterLedger nodes,
            PluginList plugins,
            Supplier<List<PodFacts>> refusedByNodes,
            Companions companions) {}

    /**
     * A pod that waits.
     *
     * @param byNodes whether it waits for a node only, and not for its quota
     */
    private record Waiting(PodFacts pod, boolean byNodes) {}

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
        this.refusedByNodes = parts.refusedByNodes();
        this.companions = parts.companions();
        this.plan = new PreemptionPlan(quotas, nodes, parts.plugins());
        this.parties = new PartyPlan(quotas, nodes, parts.plugins(), this::isProtected);
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
    public void round() {
        Instant now = clock.instant();
        underWay.values()
                .removeIf(one -> now.isAfter(one.until())
                        || !quotas.waits(one.pod().uid(), one.pod().key()));
        recent.removeIf(at -> !at.plus(MINUTE).isAfter(now));
        rests.values().removeIf(until -> !now.isBefore(until));
        turns.begin();
        Set<String> full = new HashSet<>(underWay.keySet());
        List<Waiting> waiting = waiting(now);
        never.retainAll(waiting.stream().map(one -> one.pod().uid()).toList());
        for (Waiting one : waiting) {
            if (recent.size() >= args.mostPerMinute() || !acts.test(PodEvictions.CALL)) {
                return;
            }
            QuotaVerdict verdict = quotas.check(one.pod().key());
            if (isCaseFor(one, verdict) && !full.contains(verdict.quota()) && preempts(one, verdict.quota())) {
                full.add(verdict.quota());
                full.addAll(underWay.keySet());
            }
        }
        turns.end();
    }

    /** All that wait for long enough, in the order of the queue. */
    private List<Waiting> waiting(Instant now) {
        Map<String, Waiting> found = new LinkedHashMap<>();
        waiters.longerThan(PATIENCE).forEach(pod -> found.put(pod.uid(), new Waiting(pod, false)));
        waiters.plannedLongerThan(PATIENCE).forEach(pod -> found.put(pod.uid(), new Waiting(pod, false)));
        Map<String, Instant> since = new HashMap<>();
        for (PodFacts refused : refusedByNodes.get()) {
            Instant first = refusedSince.getOrDefault(refused.uid(), now);
            since.put(refused.uid(), first);
            if (!first.plus(PATIENCE).isAfter(now)) {
                nodes.pendingPod(refused.namespace(), refused.name())
                        .filter(known -> known.uid().equals(refused.uid()))
                        .ifPresent(known -> found.putIfAbsent(known.uid(), new Waiting(known, true)));
            }
        }
        refusedSince = since;
        return found.values().stream()
                .sorted(Comparator.comparing(
                        (Waiting one) -> quotas.rank(one.pod().key()), PodRank.QUEUE))
                .toList();
    }

    private boolean isCaseFor(Waiting one, QuotaVerdict verdict) {
        boolean byQuota = verdict.code() == Code.USED_LIMIT || verdict.code() == Code.PARENT;
        return (one.byNodes() ? verdict.code() == Code.ALLOWED : byQuota) && !isProtected(verdict.quota());
    }

    private boolean isProtected(String quota) {
        return args.disableDefaultQuotaPreemption() && quota.equals(WellKnown.DEFAULT_QUOTA);
    }

    /** Whether room is being made for the pod now, so that its quota has to wait. */
    private boolean preempts(Waiting one, String quota) {
        if (rests.containsKey(one.pod().uid())) {
            return false;
        }
        List<Party> together = companions.of(one.pod());
        try {
            return together.isEmpty() ? preemptsAlone(one, quota) : preemptsTogether(one.pod(), quota, together);
        } catch (KubernetesClientException noAnswer) {
            LOG.info("No preemption pod={} problem={}", one.pod().key(), FailureFormatter.of(noAnswer));
            return false;
        }
    }

    private boolean preemptsAlone(Waiting one, String quota) {
        Asked asked = Asked.of(one.pod(), quotas.pods(quota)).orElse(null);
        if (asked == null) {
            return false;
        }
        // What is on its way out may suffice: nothing is evicted twice.
        if (!one.byNodes()
                && !asked.leaving().isEmpty()
                && quotas.checkAmid(asked.pod().key(), asked.leaving(), List.of())
                        .code()
                        .allows()) {
            return true;
        }
        boolean mayHelp = !never.contains(one.pod().uid())
                && plan.mayHelp(asked)
                && (!one.byNodes() || plan.onlyWeRefuse(one.pod()));
        if (!mayHelp || !turns.take(quota, one.pod().uid()) || !hasRight(asked, one.byNodes())) {
            return false;
        }
        List<NodeChoice> choices = plan.choices(asked, api);
        return !choices.isEmpty() && carriedOut(asked, quota, choices);
    }

    /** A pod that kube-scheduler makes room for already evicts none because of nodes. */
    private boolean hasRight(Asked asked, boolean byNodes) {
        Optional<PreemptionRight> right = api.right(asked.pod());
        if (right.filter(PreemptionRight::never).isPresent()) {
            never.add(asked.pod().uid());
        }
        return right.filter(one -> one.holds(asked.pod(), asked.leaving()))
                .filter(one -> !byNodes || one.nominatedNode().isEmpty())
                .isPresent();
    }

    private boolean preemptsTogether(PodFacts pod, String quota, List<Party> together) {
        Instant until = clock.instant().plus(REST);
        rests.put(pod.uid(), until);
        together.forEach(party -> party.waiting().forEach(other -> rests.put(other.uid(), until)));
        Asked asked = Asked.of(pod, quotas.pods(quota)).orElse(null);
        if (asked == null || never.contains(pod.uid())) {
            return false;
        }
        if (!hasRight(asked, false)) {
            return false;
        }
        heartbeat.beat();
        return parties.choice(together, api)
                .filter(choice -> choice.victims().isEmpty() || carriedOut(asked.pod(), choice))
                .isPresent();
    }

    private boolean carriedOut(PodQuota first, PartyPlan.Choice choice) {
        Instant until = clock.instant().plus(DEADLINE);
        recent.add(clock.instant());
        List<PodQuota> entering =
                choice.entering().values().stream().flatMap(List::stream).toList();
        List<String> evicted = List.of();
        if (!args.dryRun()) {
            entering.forEach(pod -> quotas.claim(pod.key(), until));
            evicted = evict(first, choice.victims());
            if (evicted.isEmpty()) {
                entering.forEach(pod -> quotas.claim(pod.key(), null));
                return false;
            }
        }
        String nodes = choice.victims().stream().map(PodQuota::node).distinct().collect(Collectors.joining(","));
        List<String> gone = evicted;
        choice.entering().forEach((quota, pods) -> {
            log(pods.get(0), quota, nodes, args.dryRun() ? "dry run" : "with=" + pods.size() + " evicted " + gone);
            underWay.put(quota, new UnderWay(pods.get(0), nodes, gone, until));
        });
        return true;
    }

    private boolean carriedOut(Asked asked, String quota, List<NodeChoice> choices) {
        for (NodeChoice choice : choices.subList(0, Math.min(MOST_NODES, choices.size()))) {
            Instant until = clock.instant().plus(DEADLINE);
            recent.add(clock.instant());
            if (args.dryRun()) {
                log(asked.pod(), quota, choice.node(), "dry run");
                underWay.put(quota, new UnderWay(asked.pod(), choice.node(), List.of(), until));
                return true;
            }
            // Kept before the first victim goes, so that its room is not taken in between.
            quotas.claim(asked.pod().key(), until);
            nodes.keep(asked.facts(), choice.node(), until);
            List<String> evicted = evict(asked.pod(), choice.victims().victims());
            if (!evicted.isEmpty()) {
                log(asked.pod(), quota, choice.node(), "evicted " + evicted);
                underWay.put(quota, new UnderWay(asked.pod(), choice.node(), evicted, until));
                return true;
            }
            quotas.claim(asked.pod().key(), null);
            nodes.release(new Assumption(asked.facts(), choice.node(), until));
        }
        return false;
    }

    /** The victims that go; the first that stays ends it. */
    private List<String> evict(PodQuota pod, List<PodQuota> victims) {
        List<String> evicted = new ArrayList<>();
        for (PodQuota victim : victims) {
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

    private void log(PodQuota pod, String quota, String node, String what) {
        metrics.counter("koord_scheduler_quota_preemptions_total").inc();
        LOG.info(
                "Preemption pod={} priority={} quota={} node={} {}",
                pod.key(),
                pod.rank().priority(),
                quota,
                node,
                what);
    }

    @Override
    public void close() {
        heartbeat.close();
    }
}
