package io.koordbridge.scheduler.placement;

import io.koordbridge.api.nodecheck.PodConstraints;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.view.Assumption;
import io.koordbridge.scheduler.view.ClusterLedger.Assumed;
import io.koordbridge.scheduler.view.ClusterView;
import io.koordbridge.scheduler.view.Hold;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodShape;
import io.koordbridge.scheduler.view.RoomKeeper;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Finds the best node for one pod after the other and keeps their room. Pods of equal shape share their list of candidates: a node is
 * looked at again when it comes up and has changed.
 */
public final class PlaceFinder {

    private final RoomKeeper rooms;
    private final PluginList plugins;
    private final Hold hold;
    private final Instant deadline;
    private final Map<Kind, PriorityQueue<Candidate>> candidates = new HashMap<>();

    private record Kind(PodShape shape, PodConstraints constraints) {}

    private record Candidate(NodeView node, long score) {}

    /**
     * A finder for one attempt.
     *
     * @param hold why the room is kept
     * @param deadline until when
     */
    public PlaceFinder(RoomKeeper rooms, PluginList plugins, Hold hold, Instant deadline) {
        this.rooms = rooms;
        this.plugins = plugins;
        this.hold = hold;
        this.deadline = deadline;
    }

    /**
     * The place on the node that keeps room for the pod from now on.
     *
     * @param without nodes that are not to be used
     */
    public Optional<Assumption> place(PodFacts pod, Set<String> without) {
        return best(
                pod,
                candidates.computeIfAbsent(
                        new Kind(pod.shape(), pod.constraints()),
                        kind -> all(pod, rooms.view().nodes())),
                without);
    }

    /** The same on one of these nodes only, each of which is looked at once. */
    public Optional<Assumption> placeOnOneOf(PodFacts pod, Set<String> names) {
        ClusterView view = rooms.view();
        List<NodeView> nodes =
                names.stream().flatMap(name -> view.node(name).stream()).toList();
        return best(pod, all(pod, nodes), Set.of());
    }

    private Optional<Assumption> best(PodFacts pod, PriorityQueue<Candidate> queue, Set<String> without) {
        PriorityQueue<Candidate> passedOver = queue();
        Optional<Assumption> found = Optional.empty();
        while (found.isEmpty() && !queue.isEmpty()) {
            Candidate best = queue.remove();
            String name = best.node().name();
            Optional<Candidate> now = rooms.view().node(name).flatMap(node -> candidate(pod, node));
            if (now.isEmpty()) {
                continue;
            }
            if (without.contains(name)) {
                passedOver.add(best);
            } else if (now.get().score() < best.score()) {
                queue.add(now.get());
            } else if (rooms.hold(pod, name, deadline, hold, view -> plugins.place(pod, view))
                    instanceof Assumed kept) {
                found = Optional.of(kept.assumption());
                queue.add(now.get());
            }
        }
        queue.addAll(passedOver);
        return found;
    }

    private PriorityQueue<Candidate> all(PodFacts pod, List<NodeView> nodes) {
        PriorityQueue<Candidate> queue = queue();
        for (NodeView node : nodes) {
            candidate(pod, node).ifPresent(queue::add);
        }
        return queue;
    }

    private static PriorityQueue<Candidate> queue() {
        return new PriorityQueue<>(Comparator.comparingLong(Candidate::score)
                .reversed()
                .thenComparing(candidate -> candidate.node().name()));
    }

    private Optional<Candidate> candidate(PodFacts pod, NodeView node) {
        return plugins.hasRoom(pod, node)
                ? Optional.of(
                        new Candidate(node, plugins.answer(pod.shape(), node).score()))
                : Optional.empty();
    }
}
