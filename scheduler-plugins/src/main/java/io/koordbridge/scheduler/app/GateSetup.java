package io.koordbridge.scheduler.app;

import io.koordbridge.frame.BridgeContext;
import io.koordbridge.kube.write.SchedulingGates;
import io.koordbridge.scheduler.gatekeeper.GateOpener;
import io.koordbridge.scheduler.gatekeeper.GatedPods;
import io.koordbridge.scheduler.gatekeeper.Gatekeeper;
import io.koordbridge.scheduler.gatekeeper.GatekeeperArgs;
import io.koordbridge.scheduler.leadership.SchedulerLease;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterListener;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.wake.KubernetesWakeApi;
import io.koordbridge.scheduler.wake.WakeApi;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Wires the gatekeeper: the feed of gated pods, the write that opens them, and the rounds. */
final class GateSetup {

    private final GatekeeperArgs args;
    private final BridgeContext context;
    private final GatedPods pods = new GatedPods();
    private final GateOpener opener;
    private @Nullable Gatekeeper gatekeeper;

    GateSetup(GatekeeperArgs args, BridgeContext context, SchedulerLease lease) {
        this.args = args;
        this.context = context;
        this.opener = new GateOpener(
                pods,
                new SchedulingGates(context.client())::remove,
                new KubernetesWakeApi(BriefWrites.patcher(context), context.clock()),
                args,
                lease::acts,
                context.clock(),
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
                args,
                quotas.enabled()));
        gatekeeper = made;
        made.start(context.tasks());
    }

    /** What a gated pod waits for. */
    Optional<String> details(PodFacts pod, Capabilities capabilities) {
        Gatekeeper made = gatekeeper;
        return made == null ? Optional.empty() : made.details(pod, capabilities);
    }
}
