package io.koordbridge.scheduler.quota;

import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.kube.event.ObjectWarnings;
import io.koordbridge.kube.event.ObjectWarnings.Concern;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.kube.write.PodEvictions;
import io.koordbridge.protocol.Labels;
import io.koordbridge.scheduler.leadership.BriefWrites;
import io.koordbridge.scheduler.leadership.SchedulerLease;
import io.koordbridge.scheduler.plugin.Capability;
import io.koordbridge.scheduler.plugin.CapabilityList;
import io.koordbridge.scheduler.plugin.PodGate;
import io.koordbridge.scheduler.quota.preemption.Companions;
import io.koordbridge.scheduler.quota.preemption.KubernetesPreemptionApi;
import io.koordbridge.scheduler.quota.preemption.PreemptionApi;
import io.koordbridge.scheduler.quota.preemption.PreemptionArgs;
import io.koordbridge.scheduler.quota.preemption.QuotaPreemptor;
import io.koordbridge.scheduler.quota.revoke.QuotaRevoker;
import io.koordbridge.scheduler.quota.revoke.RevokeArgs;
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
import io.koordbridge.scheduler.wake.RefusedPods;
import io.koordbridge.scheduler.wake.WakeApi;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Elastic quotas: they follow all pods and nodes, decide about pods at the gate, and have those that wait tried again. */
public final class QuotaCapability implements Capability {

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
    private final ClusterLedger nodes;
    private final RefusedPods refused;
    private final SchedulerLease lease;
    private @Nullable QuotaPreemptor preemptor;
    private long linksOf = -1;

    /** Arguments of quotas, of revocation and of preemption, each a section of the configuration. */
    public record Args(QuotaArgs quota, RevokeArgs revoke, PreemptionArgs preemption) {}

    /**
     * Quotas over the nodes of a ledger.
     *
     * @param refused pods that our checks of nodes refused last: they may preempt within their quota
     */
    public QuotaCapability(
            Args sections,
            BridgeContext context,
            ClusterLedger nodes,
            WakeApi api,
            RefusedPods refused,
            SchedulerLease lease,
            SteadyClock clock) {
        this.refused = refused;
        this.args = sections.quota();
        this.preemption = sections.preemption();
        this.nodes = nodes;
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
                sections.revoke(),
                pod -> evictions.evict(pod.namespace(), pod.name(), pod.uid()),
                lease::acts,
                clock,
                context.metrics()));
    }

    @Override
    public String name() {
        return "quota";
    }

    @Override
    public List<ClusterListener> listeners() {
        return List.of(new QuotaFeed(
                ledger,
                objects,
                args,
                (quota, problem) -> warnings.look(quota, BAD_QUOTA, problem),
                quota -> warnings.forget(Cache.metaNamespaceKeyFunc(quota))));
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

    @Override
    public Optional<PodGate> gate() {
        return Optional.of(new QuotaGate(ledger, waiters, clock, context.metrics()));
    }

    /** The preemption that is under way for the pod. */
    @Override
    public List<String> details(PodFacts pod) {
        QuotaPreemptor made = preemptor;
        return made == null
                ? List.of()
                : made.of(pod.key()).stream()
                        .map(one -> "preemption: under way on node " + one.node() + " until " + one.until()
                                + ", evicted " + one.victims())
                        .toList();
    }

    @Override
    public Optional<Object> report() {
        return Optional.of(Map.of("quotas", ledger.quotas().size(), "complete", objects.complete()));
    }

    /** All quotas. */
    public QuotaLedger ledger() {
        return ledger;
    }

    /** A pod waits for room in its quota before kube-scheduler sees it. */
    public void waits(PodFacts pod) {
        waiters.waits(pod);
    }

    /** It does not wait for that. */
    public void settled(String uid) {
        waiters.settled(uid);
    }

    private static Companions companions(CapabilityList all) {
        return all.find(Companions.class).stream().findFirst().orElse(Companions.NONE);
    }

    @Override
    public void start(CapabilityList all, PeriodicTasks tasks) {
        QuotaPreemptor made = context.manage(new QuotaPreemptor(
                new QuotaPreemptor.Parts(
                        ledger, waiters, nodes, all.decisions().plugins(), refused::pods, companions(all)),
                preemptionApi,
                preemption,
                lease::acts,
                clock,
                context.metrics()));
        preemptor = made;
        made.start(tasks);
        context.environment()
                .admin()
                .addServlet("quotas", new QuotaServlet(ledger))
                .addMapping(QuotaServlet.PATH + "/*");
        tasks.every("quotas", ROUND, CALLS, () -> {
            ledger.moveOutOfDefault();
            ledger.expire(clock.instant(), clock.timeOfDay());
            lookAtParents();
        });
        waiters.start(tasks);
        publisher.start(tasks);
        revoker.start(tasks);
        tasks.every("quota-gauges", GAUGES, new QuotaGauges(ledger, context.metrics())::round);
    }
}
