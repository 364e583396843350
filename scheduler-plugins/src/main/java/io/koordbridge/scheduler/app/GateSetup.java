package io.koordbridge.scheduler.app;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.kube.write.ObjectAddress;
import io.koordbridge.kube.write.ObjectPatcher;
import io.koordbridge.kube.write.SchedulingGates;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.scheduler.gatekeeper.GateOpener;
import io.koordbridge.scheduler.gatekeeper.GateRule.Switches;
import io.koordbridge.scheduler.gatekeeper.GatedPods;
import io.koordbridge.scheduler.gatekeeper.Gatekeeper;
import io.koordbridge.scheduler.gatekeeper.GatekeeperArgs;
import io.koordbridge.scheduler.gatekeeper.WorksNotice;
import io.koordbridge.scheduler.gatekeeper.WriteThreads;
import io.koordbridge.scheduler.leadership.LeaderArgs;
import io.koordbridge.scheduler.leadership.SchedulerLease;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterListener;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.wake.KubernetesWakeApi;
import io.koordbridge.scheduler.wake.WakeApi;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Wires the gatekeeper: the feed of gated pods, the write that opens them, and the rounds. */
final class GateSetup {

    private final GatekeeperArgs args;
    private final BridgeContext context;
    private final GatedPods pods = new GatedPods();
    private final GateOpener opener;
    private final WorksNotice notice;
    private @Nullable Gatekeeper gatekeeper;

    GateSetup(SchedulerConfiguration config, BridgeContext context, SchedulerLease lease) {
        this.args = config.gatekeeper();
        this.context = context;
        LeaderArgs leader = config.leader();
        ObjectAddress<Lease> address = new ObjectAddress<>(Lease.class, leader.namespace(), leader.leaseName());
        ObjectPatcher patcher = BriefWrites.patcher(context);
        this.notice = new WorksNotice(
                at -> patcher.patchAnnotations(
                        address, Map.of(Annotations.LEASE_GATEKEEPER_WORKS_AT, at.toString()), null),
                context.clock());
        this.opener = new GateOpener(
                pods,
                new SchedulingGates(context.client())::remove,
                new KubernetesWakeApi(patcher, context.clock()),
                context.manage(new WriteThreads(args.parallelPatches())),
                lease::acts,
                context.metrics());
    }

    ClusterListener listener() {
        return pods;
    }

    /** Has pods tried that may enter, gated or not. */
    WakeApi wake() {
        return opener;
    }

    /** Begins to look after gated pods. */
    void start(ClusterLedger ledger, QuotaSetup quotas, GangSetup gangs) {
        Gatekeeper made = context.manage(new Gatekeeper(
                pods,
                opener,
                ledger,
                new Gatekeeper.Waits(gangs::gated, quotas::waits, quotas::settled),
                new Switches(args.enabled(), quotas.enabled()),
                notice));
        gatekeeper = made;
        made.start(context.tasks());
    }

    /** What a gated pod waits for. */
    Optional<String> details(PodFacts pod) {
        Gatekeeper made = gatekeeper;
        return made == null ? Optional.empty() : made.details(pod);
    }
}
