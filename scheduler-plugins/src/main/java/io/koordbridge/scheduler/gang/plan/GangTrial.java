package io.koordbridge.scheduler.gang.plan;

import io.koordbridge.scheduler.gang.plan.GangAttempt.Place;
import io.koordbridge.scheduler.placement.PlaceFinder;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.plugin.GateTrial;
import io.koordbridge.scheduler.view.Assumption;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.LedgerTrial;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Pods of one group that are placed one beside the other on a private copy of nodes and quotas. For one thread. */
final class GangTrial {

    private final String gang;
    private final NoRoom.Inputs inputs;
    private final Capabilities capabilities;
    private final Vetoes.Nodes vetoes;
    private final Instant now;
    private final GateTrial quotas;
    private final LedgerTrial nodes;
    private final PlaceFinder finder;
    /** Those that were tried, one of each kind. */
    private final Map<Object, PodFacts> kinds = new LinkedHashMap<>();

    private boolean withoutNode;
    private boolean withoutQuota;
    private boolean lacksRefused;
    private String reason = "";

    /**
     * A trial without pods.
     *
     * @param inputs read before anything is tried
     */
    GangTrial(
            String gang,
            NoRoom.Inputs inputs,
            ClusterLedger ledger,
            Capabilities capabilities,
            Vetoes.Nodes vetoes,
            Instant now) {
        this.gang = gang;
        this.inputs = inputs;
        this.capabilities = capabilities;
        this.vetoes = vetoes;
        this.now = now;
        this.quotas = capabilities.gate().trial();
        this.nodes = ledger.trial();
        this.finder = new PlaceFinder(nodes, capabilities.plugins(), GangPlanner.hold(gang), Instant.MAX);
    }

    String gang() {
        return gang;
    }

    /**
     * A place for a pod beside those that have one.
     *
     * @param lack what is wrong without one, for people
     */
    Optional<Place> place(PodFacts pod, String lack) {
        FitResult entry = quotas.enter(pod);
        if (!entry.fits()) {
            withoutQuota = true;
            reason = lack + ": " + entry.message();
            return Optional.empty();
        }
        kinds.putIfAbsent(List.of(pod.shape(), pod.constraints()), pod);
        Set<String> without = vetoes.of(pod);
        Optional<Place> place = finder.place(pod, without).map(Assumption::node).map(node -> new Place(pod, node));
        if (place.isEmpty()) {
            quotas.leave(pod);
            lacksRefused |= !without.isEmpty();
            withoutNode = true;
            reason = lack + ": not enough nodes that fit" + vetoes.words(pod);
        }
        return place;
    }

    /**
     * The minimum has no room.
     *
     * @param why another reason for that, empty when a pod has no place
     */
    GangPlan failed(String why) {
        return new GangPlan(List.of(), List.of(), why.isEmpty() ? reason : why, lacksRefused, Optional.of(noRoom()));
    }

    GangPlan ended(List<Place> minimum, List<Place> more) {
        boolean nothing = minimum.isEmpty() && more.isEmpty();
        return new GangPlan(minimum, more, reason, lacksRefused, nothing ? Optional.of(noRoom()) : Optional.empty());
    }

    private NoRoom noRoom() {
        List<PodFacts> pods = withoutNode ? List.copyOf(kinds.values()) : List.of();
        return new NoRoom(inputs.of(nodes.base()), capabilities.plugins(), pods, withoutQuota, now);
    }
}
