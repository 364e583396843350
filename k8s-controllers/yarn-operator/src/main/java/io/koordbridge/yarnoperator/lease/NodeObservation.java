package io.koordbridge.yarnoperator.lease;

import java.time.Instant;
import java.util.List;

/**
 * All that one decision is made from.
 *
 * @param now time of the decision
 * @param authority what this replica may do
 * @param books the node's batch resources
 * @param written the annotation
 * @param managers the node's NodeManagers: of its pods, and those that the lease was made for
 * @param demand who waits
 * @param yarnProcesses whether the node agent sees YARN containers on the node
 */
public record NodeObservation(
        Instant now,
        Authority authority,
        NodeBooks books,
        WrittenLease written,
        List<NodeManagerView> managers,
        Demand demand,
        YarnProcesses yarnProcesses) {

    public NodeObservation {
        managers = List.copyOf(managers);
    }

    /**
     * What this replica may do.
     *
     * @param since when it became the leader
     * @param mayGrow false while a former leader's last call may still be under way
     */
    public record Authority(Instant since, boolean mayGrow) {}

    /** What the node agent says about YARN containers on the node. */
    public enum YarnProcesses {
        PRESENT,
        ABSENT,
        UNKNOWN
    }
}
