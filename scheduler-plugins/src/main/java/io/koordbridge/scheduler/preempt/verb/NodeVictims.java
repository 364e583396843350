package io.koordbridge.scheduler.preempt.verb;

import java.util.List;

/**
 * Pods that have to leave a node.
 *
 * @param uids of the pods
 * @param violations how many of them leave beyond a disruption budget
 */
public record NodeVictims(List<String> uids, long violations) {

    public NodeVictims {
        uids = List.copyOf(uids);
    }
}
