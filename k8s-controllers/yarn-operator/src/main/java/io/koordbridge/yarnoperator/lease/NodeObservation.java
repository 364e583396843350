package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.lease.Demand;
import io.koordbridge.policy.lease.NodeBalances;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that one decision is made from. Every time in it is of one monotonic clock.
 *
 * @param now time of the decision
 * @param authority what this replica may do
 * @param books the node's batch resources
 * @param written the annotations
 * @param managers the node's NodeManagers: of its pods, and those that the lease was made for
 * @param demand who waits
 * @param agent what the node agent sees of YARN's processes
 * @param masters what application masters on the node hold
 * @param notReadySince since when the Node is not ready, null while it is
 * @param eviction the last eviction that the node agent reported, null without one
 */
public record NodeObservation(
        Instant now,
        Authority authority,
        NodeBalances books,
        WrittenLease written,
        List<NodeManagerView> managers,
        Demand demand,
        NodeAgent agent,
        Masters masters,
        @Nullable Instant notReadySince,
        @Nullable Eviction eviction) {

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
}
