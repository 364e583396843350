package io.koordbridge.scheduler.gatekeeper;

import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.periodic.PeriodicTasks.Heartbeat;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.gang.plan.GateState;
import io.koordbridge.scheduler.gatekeeper.GateRule.Switches;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Looks after pods with our scheduling gate while this replica acts: those of gangs wait until their gang is planned, the others for room
 * in their quota, and a gate for which there is no reason opens.
 */
public final class Gatekeeper implements AutoCloseable {

    private static final Duration PERIOD = Duration.ofMillis(500);
    private static final Duration CALLS = Duration.ofMinutes(1);
    /** Between two signs of life. */
    private static final int MOST_AT_ONCE = 500;

    private final GatedPods pods;
    private final GateOpener opener;
    private final ClusterLedger ledger;
    private final Waits waits;
    private final Switches switches;
    private final WorksNotice notice;
    private boolean acted;
    private volatile Heartbeat heartbeat = Heartbeat.NOT_BEGUN;

    /**
     * Whom gated pods wait for.
     *
     * @param gang what its gang says of a pod, which is planned from then on
     * @param quota takes a pod that waits for room in its quota
     * @param forget takes the uid of a pod that waits no more here
     */
    public record Waits(Function<PodFacts, GateState> gang, Consumer<PodFacts> quota, Consumer<String> forget) {}

    /**
     * A gatekeeper.
     *
     * @param notice says that gates are opened
     */
    public Gatekeeper(
            GatedPods pods,
            GateOpener opener,
            ClusterLedger ledger,
            Waits waits,
            Switches switches,
            WorksNotice notice) {
        this.pods = pods;
        this.opener = opener;
        this.ledger = ledger;
        this.waits = waits;
        this.switches = switches;
        this.notice = notice;
    }

    /** Begins its rounds. */
    public void start(PeriodicTasks tasks) {
        heartbeat = tasks.every("gatekeeper", PERIOD, CALLS, this::round);
    }

    /** One round. */
    void round() {
        if (!opener.acts()) {
            if (acted) {
                pods.inOrder().forEach(pod -> waits.forget().accept(pod.uid()));
            }
            acted = false;
            return;
        }
        acted = true;
        List<GatedPod> opening = pods.inOrder().stream().filter(this::opens).toList();
        for (int from = 0; from < opening.size(); from += MOST_AT_ONCE) {
            heartbeat.beat();
            opener.openAll(opening.subList(from, Math.min(from + MOST_AT_ONCE, opening.size())));
        }
        if (switches.gates()) {
            notice.round();
        }
    }

    private boolean opens(GatedPod pod) {
        Optional<PodFacts> known = ledger.pendingPod(pod.namespace(), pod.name())
                .filter(facts -> facts.uid().equals(pod.uid()));
        if (known.isEmpty()) {
            // Its events come in any order; it is looked at again.
            return false;
        }
        GateState gang = switches.gates() && !pod.others() ? waits.gang().apply(known.get()) : GateState.FREE;
        GateRule rule = GateRule.of(pod, gang, switches);
        switch (rule) {
            case OPEN -> {}
            case ASK_QUOTA -> waits.quota().accept(known.get());
            case STAY -> waits.forget().accept(pod.uid());
        }
        return rule == GateRule.OPEN;
    }

    /**
     * Which gate keeps a pod from kube-scheduler, and why; empty when none does.
     *
     * @param capabilities say what its gang and its quota lack
     */
    public Optional<String> details(PodFacts pod, Capabilities capabilities) {
        List<String> others = pods.foreign(pod.uid());
        if (pods.find(pod.uid()).isEmpty()) {
            return others.isEmpty()
                    ? Optional.empty()
                    : Optional.of("scheduling gates of others: " + String.join(", ", others)
                            + ", which koord-scheduler leaves alone");
        }
        String why = others.isEmpty()
                ? reason(pod, capabilities)
                : "waits for the gates of others: " + String.join(", ", others);
        return Optional.of("scheduling gate " + WellKnown.SCHEDULING_GATE + ": " + why);
    }

    private String reason(PodFacts pod, Capabilities capabilities) {
        if (!opener.acts()) {
            return "waits for a replica that leads";
        }
        GateState gang = switches.gates() ? waits.gang().apply(pod) : GateState.PLACED;
        List<String> lines = switch (gang) {
            case WAITS -> capabilities.plan().details(pod);
            case FREE -> switches.quotas() ? capabilities.gate().details(pod) : List.of();
            case PLACED -> List.of();
        };
        return lines.isEmpty() ? "opens within seconds" : "waits for " + lines.get(0);
    }

    @Override
    public void close() {
        heartbeat.close();
    }
}
