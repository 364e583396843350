package io.koordbridge.scheduler.app;

import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.koordbridge.api.podgroup.PodGroup;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.kube.event.ObjectWarnings;
import io.koordbridge.kube.event.ObjectWarnings.Concern;
import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.scheduler.bind.BindBarrier;
import io.koordbridge.scheduler.gang.plan.GangArgs;
import io.koordbridge.scheduler.gang.plan.GangBook;
import io.koordbridge.scheduler.gang.plan.GangFeed;
import io.koordbridge.scheduler.gang.plan.GangReport;
import io.koordbridge.scheduler.gang.plan.Gangs;
import io.koordbridge.scheduler.gang.plan.GateState;
import io.koordbridge.scheduler.gang.status.GroupPods;
import io.koordbridge.scheduler.gang.status.GroupPublisher;
import io.koordbridge.scheduler.gang.status.KubernetesGroupStatusApi;
import io.koordbridge.scheduler.leadership.SchedulerLease;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterListener;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.wake.WakeApi;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Wires gangs: their feed, their plan in filter, and their wait before bind. */
final class GangSetup {

    private static final Concern BAD_GROUP =
            new Concern("BadPodGroup", "PodGroupValid", "a PodGroup that cannot be used whole");

    private final GangArgs args;
    private final BridgeContext context;
    private final SteadyClock clock;
    private final GangBook book = new GangBook();
    private final GroupPods pods = new GroupPods();
    private final GroupPublisher publisher;
    private @Nullable Gangs gangs;

    GangSetup(GangArgs args, BridgeContext context, SchedulerLease lease, SteadyClock clock) {
        this.args = args;
        this.context = context;
        this.clock = clock;
        this.publisher = context.manage(new GroupPublisher(
                pods,
                new KubernetesGroupStatusApi(context.client(), BriefWrites.patcher(context)),
                lease::acts,
                context.clock(),
                context.metrics()));
    }

    List<ClusterListener> listeners() {
        return args.enabled()
                ? List.of(new GangFeed(book, args.defaultTimeout().toJavaDuration(), groups()), pods)
                : List.of();
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

    /** The same capabilities with the plans of gangs. */
    Capabilities plannedBy(Capabilities capabilities, ClusterLedger ledger, WakeApi wake) {
        if (!args.enabled()) {
            return capabilities;
        }
        Gangs made = new Gangs(book, ledger, capabilities, args, wake, clock, context.metrics());
        gangs = made;
        return capabilities.with(made);
    }

    BindBarrier barrier() {
        Gangs made = gangs;
        return made == null ? BindBarrier.OPEN : made;
    }

    /** What its gang says of a pod with our scheduling gate. */
    GateState gated(PodFacts pod) {
        Gangs made = gangs;
        return made == null ? GateState.FREE : made.gated(pod);
    }

    boolean enabled() {
        return args.enabled();
    }

    /** How far each gang is. */
    List<GangReport> reports() {
        Gangs made = gangs;
        return made == null ? List.of() : made.reports();
    }

    void start() {
        Gangs made = gangs;
        if (made != null) {
            made.start(context.tasks());
            publisher.start(context.tasks());
        }
    }
}
