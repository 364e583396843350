package io.koordbridge.scheduler.wake;

import io.koordbridge.api.nodecheck.PodConstraints;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.view.ClusterLedger.Assumed;
import io.koordbridge.scheduler.view.Hold;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodShape;
import io.koordbridge.scheduler.view.RoomKeeper;
import io.koordbridge.scheduler.wake.RefusedPods.Change;
import io.koordbridge.scheduler.wake.RefusedPods.Refusal;
import io.koordbridge.scheduler.wake.RefusedPods.Work;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which refused pods find room together on nodes that changed and had no room for them before. They are placed one after the other, by
 * rank, on copies of the nodes: as many are woken as fit.
 */
final class WakeRound {

    private static final Hold HOLD = new Hold(Hold.Owner.FILTER, "woken for this room");

    private final Work work;
    private final PluginList plugins;
    private final RoomKeeper nodes;
    private final Map<Kind, List<Room>> rooms = new HashMap<>();

    /**
     * A round.
     *
     * @param nodes a private copy, on which room is kept for the pods
     */
    WakeRound(Work work, RoomKeeper nodes, PluginList plugins) {
        this.work = work;
        this.plugins = plugins;
        this.nodes = nodes;
    }

    /** Pods that fit on the same nodes. */
    private record Kind(PodShape shape, PodConstraints constraints) {}

    /**
     * A node with room for a kind.
     *
     * @param before whether it had room before its first change
     */
    private record Room(String node, long score, Change change, boolean before) {

        /** Whether the pod does not know it: one that was refused between two changes had no room then, whatever was before. */
        boolean isNewFor(Refusal refusal) {
            return refusal.at() <= change.last() && (refusal.at() > change.first() || !before);
        }
    }

    /** A pod to try again, and the node that has room for it. */
    record Fitting(Refusal refusal, String node) {}

    /** The pods to try again, by rank. */
    List<Fitting> toTryAgain() {
        work.expected().stream()
                .filter(one -> work.changed().containsKey(one.node()))
                .forEach(one -> take(one.refusal().pod(), one.node()));
        List<Fitting> fitting = new ArrayList<>();
        work.refused().stream()
                .sorted(Refusal.RANK)
                .forEach(refusal -> place(refusal).ifPresent(node -> fitting.add(new Fitting(refusal, node))));
        return fitting;
    }

    private Optional<String> place(Refusal refusal) {
        PodFacts pod = refusal.pod();
        List<Room> open = rooms.computeIfAbsent(new Kind(pod.shape(), pod.constraints()), kind -> open(pod));
        Iterator<Room> rest = open.iterator();
        while (rest.hasNext()) {
            Room room = rest.next();
            if (!room.isNewFor(refusal)) {
                continue;
            }
            if (take(pod, room.node())) {
                return Optional.of(room.node());
            }
            // Others have taken it in this round: it has none for later pods of this kind either.
            rest.remove();
        }
        return Optional.empty();
    }

    /** The best first. */
    private List<Room> open(PodFacts pod) {
        List<Room> open = new ArrayList<>();
        work.changed()
                .forEach((name, change) -> nodes.view()
                        .node(name)
                        .filter(node -> plugins.hasRoom(pod, node))
                        .map(node -> plugins.answer(pod.shape(), node))
                        .ifPresent(answer -> {
                            boolean before = change.before()
                                    .filter(node -> plugins.hasRoom(pod, node))
                                    .isPresent();
                            open.add(new Room(name, answer.score(), change, before));
                        }));
        open.sort(Comparator.comparingLong(Room::score).reversed().thenComparing(Room::node));
        return open;
    }

    private boolean take(PodFacts pod, String name) {
        return nodes.view()
                        .node(name)
                        .filter(node -> plugins.hasRoom(pod, node))
                        .isPresent()
                && nodes.hold(pod, name, Instant.MAX, HOLD, node -> plugins.place(pod, node)) instanceof Assumed;
    }
}
