package io.koordbridge.scheduler.placement;

import io.koordbridge.api.nodecheck.NodeCheck;
import io.koordbridge.api.nodecheck.PodConstraints;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.view.Assumption;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterLedger.Assumed;
import io.koordbridge.scheduler.view.Hold;
import io.koordbridge.scheduler.view.NodeAnswer;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodShape;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Finds the best node for one pod after the other and keeps their room. Pods of equal shape share their list of candidates: a node is
 * looked at again when it comes up and has changed.
 */
public final class PlaceFinder {

    private final ClusterLedger ledger;
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
    public PlaceFinder(ClusterLedger ledger, PluginList plugins, Hold hold, Instant deadline) {
        this.ledger = ledger;
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
        PriorityQueue<Candidate> queue =
                candidates.computeIfAbsent(new Kind(pod.shape(), pod.constraints()), kind -> all(pod));
        PriorityQueue<Candidate> passedOver = queue();
        Optional<Assumption> found = Optional.empty();
        while (found.isEmpty() && !queue.isEmpty()) {
            Candidate best = queue.remove();
            String name = best.node().name();
            Optional<Candidate> now = ledger.view().node(name).flatMap(node -> candidate(pod, node));
            if (now.isEmpty()) {
                continue;
            }
            if (without.contains(name)) {
                passedOver.add(best);
            } else if (now.get().score() < best.score()) {
                queue.add(now.get());
            } else if (ledger.hold(pod, name, deadline, hold, view -> plugins.place(pod, view))
                    instanceof Assumed kept) {
                found = Optional.of(kept.assumption());
                queue.add(now.get());
            }
        }
        queue.addAll(passedOver);
        return found;
    }

    private PriorityQueue<Candidate> all(PodFacts pod) {
        PriorityQueue<Candidate> queue = queue();
        for (NodeView node : ledger.view().nodes()) {
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
        boolean taken =
                NodeCheck.obstacles(pod.constraints(), node.facts().traits()).isEmpty()
                        && NodeCheck.shortages(pod.request(), pod.constraints(), node.room())
                                .isEmpty();
        if (!taken) {
            return Optional.empty();
        }
        NodeAnswer answer = plugins.answer(pod.shape(), node);
        return answer.fit().fits() ? Optional.of(new Candidate(node, answer.score())) : Optional.empty();
    }
}
