package io.koordbridge.scheduler.gang;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.koordbridge.api.podgroup.PodGroup;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.kube.event.ObjectWarnings;
import io.koordbridge.kube.event.ObjectWarnings.Concern;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.scheduler.bind.BindBarrier;
import io.koordbridge.scheduler.bind.BindRequest;
import io.koordbridge.scheduler.gang.plan.GangArgs;
import io.koordbridge.scheduler.gang.plan.GangBook;
import io.koordbridge.scheduler.gang.plan.GangFeed;
import io.koordbridge.scheduler.gang.plan.GangParties;
import io.koordbridge.scheduler.gang.plan.GangProblems;
import io.koordbridge.scheduler.gang.plan.GangReport;
import io.koordbridge.scheduler.gang.plan.Gangs;
import io.koordbridge.scheduler.gang.plan.GateState;
import io.koordbridge.scheduler.gang.status.GroupPods;
import io.koordbridge.scheduler.gang.status.GroupPublisher;
import io.koordbridge.scheduler.gang.status.KubernetesGroupStatusApi;
import io.koordbridge.scheduler.leadership.BriefWrites;
import io.koordbridge.scheduler.leadership.SchedulerLease;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.plugin.Capability;
import io.koordbridge.scheduler.plugin.CapabilityList;
import io.koordbridge.scheduler.plugin.PodPlan;
import io.koordbridge.scheduler.quota.preemption.Companions;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterListener;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.wake.WakeApi;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Gangs: their feed, their plan in filter, and their wait before bind. */
public final class GangCapability implements Capability, BindBarrier, Companions {

    private static final Concern BAD_GROUP =
            new Concern("BadPodGroup", "PodGroupValid", "a PodGroup that cannot be used whole");

    private final GangArgs args;
    private final BridgeContext context;
    private final GangBook book = new GangBook();
    private final GroupPods pods = new GroupPods();
    private final GroupPublisher publisher;
    private final ClusterLedger ledger;
    private final SteadyClock clock;
    private final WakeApi wake;
    private final GangParties parties;
    private @Nullable Gangs gangs;

    /** Gangs over the nodes of a ledger. */
    public GangCapability(
            GangArgs args,
            BridgeContext context,
            ClusterLedger ledger,
            WakeApi wake,
            SchedulerLease lease,
            SteadyClock clock) {
        this.clock = clock;
        this.args = args;
        this.context = context;
        this.ledger = ledger;
        this.wake = wake;
        this.parties = new GangParties(book, ledger);
        this.publisher = context.manage(new GroupPublisher(
                pods,
                new KubernetesGroupStatusApi(context.client(), BriefWrites.patcher(context)),
                lease::acts,
                context.clock(),
                context.metrics()));
    }

    @Override
    public String name() {
        return "gang";
    }

    @Override
    public List<ClusterListener> listeners() {
        return List.of(new GangFeed(book, args.defaultTimeout().toJavaDuration(), groups()), pods);
    }

    /** PodGroups get events when they cannot be used, and a status. */
    private GangFeed.Groups groups() {
        ObjectWarnings warnings = new ObjectWarnings(context.events());
        return new GangFeed.Groups() {
            @Override
            public void seen(PodGroup group, List<String> problems) {
                warnings.look(group, BAD_GROUP, ObjectWarnings.summary(problems));
                publisher.seen(group);
            }

            @Override
            public void gone(PodGroup names) {
                warnings.forget(Cache.metaNamespaceKeyFunc(names));
                publisher.gone(names);
            }
        };
    }

    @Override
    public Optional<PodPlan> plan(Capabilities others) {
        Gangs made = new Gangs(book, ledger, others, args, wake, clock, context.metrics());
        gangs = made;
        return Optional.of(made);
    }

    private Gangs gangs() {
        return Objects.requireNonNull(gangs, "plan comes first");
    }

    @Override
    public void arrive(BindRequest request, Runnable go, Consumer<String> refuse) {
        gangs().arrive(request, go, refuse);
    }

    @Override
    public Map<String, String> annotations(BindRequest request) {
        return gangs().annotations(request);
    }

    @Override
    public void ended(BindRequest request, boolean placed) {
        gangs().ended(request, placed);
    }

    /** State of the gang of a pod with our scheduling gate. */
    public GateState gated(PodFacts pod) {
        return gangs().gated(pod);
    }

    @Override
    public List<Party> of(PodFacts pod) {
        return parties.of(pod);
    }

    /** How far each gang is. */
    public List<GangReport> reports() {
        return gangs().reports();
    }

    @Override
    public List<String> problems(Pod pod) {
        return GangProblems.ofPod(pod);
    }

    @Override
    public Optional<Object> report() {
        return Optional.of(Map.of("gangs", reports().size()));
    }

    @Override
    public void start(CapabilityList all, PeriodicTasks tasks) {
        gangs().start(tasks);
        publisher.start(tasks);
    }
}
