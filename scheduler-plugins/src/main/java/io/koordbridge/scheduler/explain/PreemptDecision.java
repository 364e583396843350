package io.koordbridge.scheduler.explain;

import java.time.Instant;
import java.util.List;
import java.util.SortedMap;

/**
 * What preempt answered last.
 *
 * @param at when
 * @param nodes by name, those that kube-scheduler asked about
 */
public record PreemptDecision(Instant at, SortedMap<String, OfNode> nodes) {

    /**
     * A node.
     *
     * @param considered pods of lower priority, those to spare first
     * @param victims uids of those that would leave
     * @param problem why the node does not help, empty when it does
     */
    public record OfNode(List<String> considered, List<String> victims, String problem) {}
}
