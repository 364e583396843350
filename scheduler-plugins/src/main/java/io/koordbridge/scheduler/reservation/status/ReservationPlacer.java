package io.koordbridge.scheduler.reservation.status;

import io.koordbridge.api.nodecheck.NodeCheck;
import io.koordbridge.api.nodecheck.NodeObstacle;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.scheduler.facts.reservation.ReservationFacts.Policy;
import io.koordbridge.scheduler.facts.reservation.ReservationReader;
import io.koordbridge.scheduler.placement.PlaceFinder;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.reservation.room.NodeReservations;
import io.koordbridge.scheduler.view.Assumption;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterView;
import io.koordbridge.scheduler.view.Hold;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds the node of a reservation by all checks that a pod of its template would pass, and holds the room there. */
public final class ReservationPlacer {

    /** Written by plugins for the pod, kept by the object. */
    private static final Set<String> GIVEN = Set.of(Annotations.POD_RESOURCE_STATUS, Annotations.POD_DEVICE_ALLOCATED);

    private final ClusterLedger ledger;
    private final PluginList plugins;

    /** A placer that asks all capabilities. */
    public ReservationPlacer(ClusterLedger ledger, PluginList plugins) {
        this.ledger = ledger;
        this.plugins = plugins;
    }

    /** All nodes now. */
    ClusterView nodes() {
        return ledger.view();
    }

    /** The room, held until the deadline; empty when there is none. */
    Optional<Assumption> place(Reservation object, TemplatePod template, Instant deadline) {
        Hold hold = new Hold(
                Hold.Owner.RESERVATION, "reservation " + object.getMetadata().getName());
        Policy policy = ReservationReader.read(object).terms().policy();
        Set<String> without = new HashSet<>();
        for (NodeView node : ledger.view().nodes()) {
            boolean elsewhere = !template.node().isEmpty() && !template.node().equals(node.name());
            if (elsewhere || isOfAnotherPolicy(node, policy)) {
                without.add(node.name());
            }
        }
        return new PlaceFinder(ledger, plugins, hold, deadline).place(template.pod(), without);
    }

    /** Room that is shared with a node and room that is not cannot be told apart there. */
    private static boolean isOfAnotherPolicy(NodeView node, Policy policy) {
        NodeReservations known = node.objects().find(NodeReservations.class);
        return known != null
                && known.open().stream()
                        .anyMatch(other -> (other.terms().policy() == Policy.DEFAULT) != (policy == Policy.DEFAULT));
    }

    /** Gives up what is held for an object. */
    void release(Reservation object) {
        ledger.release(object.getMetadata().getUid(), Hold.Owner.RESERVATION);
    }

    /** Annotations of the object that name the CPUs and devices that it keeps; null removes what an earlier try wrote. */
    static Map<String, @Nullable String> annotations(Reservation object, PodFacts placed) {
        Map<String, String> known = object.getMetadata().getAnnotations();
        Map<String, @Nullable String> changes = new HashMap<>();
        for (String name : GIVEN) {
            String now = placed.missingAnnotations().get(name);
            String before = known == null ? null : known.get(name);
            if (now != null || before != null) {
                changes.put(name, now);
            }
        }
        return changes;
    }

    /** Why no node can have it, each reason once; no amounts, so that it stays the same while nothing changes. */
    String reasons(TemplatePod template) {
        Set<String> reasons = new TreeSet<>();
        for (NodeView node : ledger.view().nodes()) {
            if (!template.node().isEmpty() && !template.node().equals(node.name())) {
                continue;
            }
            PodFacts pod = template.pod();
            NodeCheck.obstacles(pod.constraints(), node.facts().traits()).stream()
                    .map(NodeObstacle::words)
                    .forEach(reasons::add);
            NodeCheck.shortages(pod.request(), pod.constraints(), node.room())
                    .forEach(name -> reasons.add("not enough " + name));
            reasons.addAll(plugins.fit(pod.shape(), node).reasons());
        }
        if (reasons.isEmpty()) {
            return template.node().isEmpty()
                    ? "there is no node that reservations of its policy can share"
                    : "node " + template.node() + " is not there or has reservations of another policy";
        }
        return "no node fits: " + String.join(", ", reasons);
    }
}
