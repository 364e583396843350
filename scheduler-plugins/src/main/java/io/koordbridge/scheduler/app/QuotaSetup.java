package io.koordbridge.scheduler.app;

import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.kube.event.ObjectWarnings;
import io.koordbridge.kube.event.ObjectWarnings.Concern;
import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.kube.write.PodEvictions;
import io.koordbridge.protocol.Labels;
import io.koordbridge.scheduler.leadership.SchedulerLease;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.plugin.PodGate;
import io.koordbridge.scheduler.quota.preemption.KubernetesPreemptionApi;
import io.koordbridge.scheduler.quota.preemption.PreemptionApi;
import io.koordbridge.scheduler.quota.preemption.PreemptionArgs;
import io.koordbridge.scheduler.quota.preemption.QuotaPreemptor;
import io.koordbridge.scheduler.quota.revoke.QuotaRevoker;
import io.koordbridge.scheduler.quota.status.KubernetesQuotaStatusApi;
import io.koordbridge.scheduler.quota.status.QuotaGauges;
import io.koordbridge.scheduler.quota.status.QuotaPublisher;
import io.koordbridge.scheduler.quota.tree.QuotaArgs;
import io.koordbridge.scheduler.quota.tree.QuotaFeed;
import io.koordbridge.scheduler.quota.tree.QuotaGate;
import io.koordbridge.scheduler.quota.tree.QuotaLedger;
import io.koordbridge.scheduler.quota.tree.QuotaObjects;
import io.koordbridge.scheduler.quota.tree.QuotaServlet;
import io.koordbridge.scheduler.quota.tree.QuotaSpec;
import io.koordbridge.scheduler.quota.tree.QuotaWaiters;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterListener;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.wake.WakeApi;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Quotas, wired: they hear of all pods and nodes, decide about pods at the gate, and have those that wait tried again. */
final class QuotaSetup {

    private static final Concern BAD_QUOTA =
            new Concern("BadQuota", "QuotaValid", "fields that cannot be used stay as they were, else count as absent");
    private static final Concern NO_PARENT =
            new Concern("BadQuotaParent", "QuotaParentValid", "a quota that is not in use, whose pods wait");
    private static final Duration ROUND = Duration.ofSeconds(1);
    private static final Duration GAUGES = Duration.ofSeconds(10);
    private static final Duration CALLS = Duration.ofSeconds(30);

    private final QuotaArgs args;
    private final BridgeContext context;
    private final SteadyClock clock;
    private final QuotaLedger ledger;
    private final QuotaObjects objects = new QuotaObjects();
    private final ObjectWarnings warnings;
    private final QuotaWaiters waiters;
    private final QuotaPublisher publisher;
    private final QuotaRevoker revoker;
    private final PreemptionApi preemptionApi;
    private final PreemptionArgs preemption;
    private final SchedulerLease lease;
    private @Nullable QuotaPreemptor preemptor;
    private long linksOf = -1;

    QuotaSetup(
            SchedulerConfiguration config,
            BridgeContext context,
            WakeApi api,
            SchedulerLease lease,
            SteadyClock clock) {
        this.args = config.quota();
        this.preemption = config.quotaPreemption();
        this.lease = lease;
        this.context = context;
        this.clock = clock;
        this.ledger = new QuotaLedger(args);
        this.warnings = new ObjectWarnings(context.events());
        this.waiters = context.manage(new QuotaWaiters(ledger, api, clock, context.metrics()));
        this.publisher = context.manage(new QuotaPublisher(
                ledger,
                objects,
                new KubernetesQuotaStatusApi(BriefWrites.patcher(context)),
                time -> objects.complete() && lease.acts(time),
                args.quotaGroupNamespace(),
                context.metrics()));
        PodEvictions evictions = new PodEvictions(context.client());
        this.preemptionApi = new KubernetesPreemptionApi(context.client(), evictions, context.events());
        this.revoker = context.manage(new QuotaRevoker(
                ledger,
                config.quotaRevoke(),
                pod -> evictions.evict(pod.namespace(), pod.name(), pod.uid()),
                lease::acts,
                clock,
                context.metrics()));
    }

    ClusterListener listener() {
        if (!args.enabled()) {
            return ClusterListener.NONE;
        }
        return new QuotaFeed(
                ledger,
                objects,
                args,
                (quota, problem) -> warnings.look(quota, BAD_QUOTA, problem),
                quota -> warnings.forget(Cache.metaNamespaceKeyFunc(quota)));
    }

    /** Says which quotas have no place in the tree, after each change of a quota. */
    private void lookAtParents() {
        long now = objects.changes();
        if (now == linksOf || !objects.complete()) {
            return;
        }
        linksOf = now;
        Set<String> inUse = ledger.states().values().stream()
                .flatMap(tree -> tree.keySet().stream())
                .collect(Collectors.toSet());
        objects.all().forEach(quota -> {
            QuotaSpec known = ledger.quota(quota.getMetadata().getName());
            warnings.look(
                    quota,
                    NO_PARENT,
                    known == null || inUse.contains(known.name())
                            ? ""
                            : "label " + Labels.QUOTA_PARENT + " = " + known.parent()
                                    + ", allowed: a quota that exists and is not below this one");
        });
    }

    PodGate gate() {
        return args.enabled() ? new QuotaGate(ledger, waiters, clock, context.metrics()) : PodGate.OPEN;
    }

    /** Begins to make room for pods whose quota has none. */
    void preempt(ClusterLedger nodes, PluginList plugins) {
        if (args.enabled()) {
            QuotaPreemptor made = context.manage(new QuotaPreemptor(
                    new QuotaPreemptor.Parts(ledger, waiters, nodes, plugins),
                    preemptionApi,
                    preemption,
                    lease::acts,
                    clock,
                    context.metrics()));
            preemptor = made;
            made.start(context.tasks());
        }
    }

    /** The preemption that is under way for a pod. */
    Optional<String> preemptionFor(PodFacts pod) {
        QuotaPreemptor made = preemptor;
        return made == null
                ? Optional.empty()
                : made.of(pod.key())
                        .map(one -> "preemption: under way on node " + one.node() + " until " + one.until()
                                + ", evicted " + one.victims());
    }

    /** All quotas. */
    QuotaLedger ledger() {
        return ledger;
    }

    boolean enabled() {
        return args.enabled();
    }

    /** A pod waits for room in its quota before kube-scheduler sees it. */
    void waits(PodFacts pod) {
        waiters.waits(pod);
    }

    /** It does not wait for that. */
    void settled(String uid) {
        waiters.settled(uid);
    }

    void start() {
        lease.start(context.tasks());
        if (!args.enabled()) {
            return;
        }
        context.environment()
                .admin()
                .addServlet("quotas", new QuotaServlet(ledger))
                .addMapping(QuotaServlet.PATH + "/*");
        context.tasks().every("quotas", ROUND, CALLS, () -> {
            ledger.moveOutOfDefault();
            ledger.expire(clock.instant(), clock.timeOfDay());
            lookAtParents();
        });
        waiters.start(context.tasks());
        publisher.start(context.tasks());
        revoker.start(context.tasks());
        context.tasks().every("quota-gauges", GAUGES, new QuotaGauges(ledger, context.metrics())::round);
    }
}
