package io.koordbridge.scheduler.explain;

import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What filter answered last.
 *
 * @param at when
 * @param candidates nodes that kube-scheduler asked about
 * @param offered nodes that were returned, at most {@code extender.bestNodes}
 * @param refused refused nodes by reason, the most frequent first
 * @param beforeNodes whether the pod was refused before any node was looked at
 */
@PureCore
public record FilterDecision(Instant at, int candidates, int offered, List<Refused> refused, boolean beforeNodes) {

    /**
     * Nodes with the same reason.
     *
     * @param reason in the words that kube-scheduler shows
     * @param nodes how many
     * @param example one of them
     */
    public record Refused(String reason, int nodes, String example) {}

    public FilterDecision {
        refused = List.copyOf(refused);
    }

    /** Counts reasons by node. */
    public static FilterDecision of(Instant at, int candidates, int offered, List<Map<String, String>> reasonsByNode) {
        Map<String, Refused> byReason = new TreeMap<>();
        for (Map<String, String> some : reasonsByNode) {
            some.forEach((node, reason) -> byReason.merge(
                    reason,
                    new Refused(reason, 1, node),
                    (known, one) -> new Refused(reason, known.nodes() + 1, known.example())));
        }
        List<Refused> refused = new ArrayList<>(byReason.values());
        refused.sort(Comparator.comparingInt(Refused::nodes).reversed());
        return new FilterDecision(at, candidates, offered, refused, false);
    }

    /**
     * Of a pod that was refused for one reason everywhere.
     *
     * @param beforeNodes whether no node was looked at
     */
    public static FilterDecision everywhere(Instant at, List<String> candidates, String reason, boolean beforeNodes) {
        List<Refused> refused =
                candidates.isEmpty() ? List.of() : List.of(new Refused(reason, candidates.size(), candidates.get(0)));
        return new FilterDecision(at, candidates.size(), 0, refused, beforeNodes);
    }

    /** How many nodes the pod fits on. */
    public int fitting() {
        return candidates - refused.stream().mapToInt(Refused::nodes).sum();
    }
}
