package io.koordbridge.scheduler.gatekeeper;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.write.ObjectAddress;
import io.koordbridge.kube.write.ObjectPatcher;
import io.koordbridge.kube.write.SchedulingGates;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.scheduler.gang.GangCapability;
import io.koordbridge.scheduler.gang.plan.GateState;
import io.koordbridge.scheduler.gatekeeper.GateRule.Switches;
import io.koordbridge.scheduler.leadership.BriefWrites;
import io.koordbridge.scheduler.leadership.LeaderArgs;
import io.koordbridge.scheduler.leadership.SchedulerLease;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.plugin.Capability;
import io.koordbridge.scheduler.plugin.CapabilityList;
import io.koordbridge.scheduler.quota.QuotaCapability;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterListener;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.wake.KubernetesWakeApi;
import io.koordbridge.scheduler.wake.WakeApi;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The gatekeeper: the feed of gated pods, the write that opens them, and the rounds. */
public final class GatekeeperCapability implements Capability {

    private final GatekeeperArgs args;
    private final BridgeContext context;
    private final GatedPods pods = new GatedPods();
    private final GateOpener opener;
    private final WorksNotice notice;
    private final ClusterLedger ledger;
    private volatile @Nullable Gatekeeper gatekeeper;
    private volatile @Nullable Capabilities capabilities;

    /** Over the pods of a ledger; that it works is written on the election's Lease. */
    public GatekeeperCapability(
            GatekeeperArgs args, LeaderArgs leader, BridgeContext context, ClusterLedger ledger, SchedulerLease lease) {
        this.args = args;
        this.context = context;
        this.ledger = ledger;
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

    @Override
    public String name() {
        return "gatekeeper";
    }

    @Override
    public List<ClusterListener> listeners() {
        return List.of(pods);
    }

    /** Has pods tried that may enter, gated or not. */
    public WakeApi wake() {
        return opener;
    }

    @Override
    public void start(CapabilityList all, PeriodicTasks tasks) {
        Optional<GangCapability> gangs = all.one(GangCapability.class);
        Optional<QuotaCapability> quotas = all.one(QuotaCapability.class);
        Gatekeeper made = context.manage(new Gatekeeper(
                pods,
                opener,
                ledger,
                new Gatekeeper.Waits(
                        pod -> gangs.map(one -> one.gated(pod)).orElse(GateState.FREE),
                        pod -> quotas.ifPresent(one -> one.waits(pod)),
                        uid -> quotas.ifPresent(one -> one.settled(uid))),
                new Switches(args.enabled(), quotas.isPresent()),
                notice));
        gatekeeper = made;
        capabilities = all.decisions();
        made.start(tasks);
    }

    /** Which gate keeps a pod from kube-scheduler, and why. */
    @Override
    public List<String> details(PodFacts pod) {
        Gatekeeper made = gatekeeper;
        Capabilities said = capabilities;
        return made == null || said == null
                ? List.of()
                : made.details(pod, said).stream().toList();
    }
}
