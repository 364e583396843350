package io.koordbridge.yarnoperator.amounts;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.node.LeaseStateName;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sums over the nodes of a cluster; null where nothing is known.
 *
 * @param capability what the ResourceManager schedules on
 * @param allocated what it has given to containers
 * @param used what containers really use
 * @param pending what applications ask for and do not have, on any node of the cluster
 * @param nodes how many are in each state
 * @param longest seconds for which a node has been in each state, the longest of all
 * @param unmatched NodeManagers in use that belong to no node
 */
@PureCore
record ClusterAmounts(
        @Nullable BatchAmount origin,
        @Nullable BatchAmount pods,
        @Nullable BatchAmount lease,
        @Nullable BatchAmount capability,
        @Nullable BatchAmount allocated,
        @Nullable BatchAmount used,
        @Nullable BatchAmount pending,
        Map<LeaseStateName, Long> nodes,
        Map<LeaseStateName, Long> longest,
        @Nullable Long unmatched) {

    /** Nothing is known. */
    static final ClusterAmounts UNKNOWN =
            new ClusterAmounts(null, null, null, null, null, null, null, Map.of(), Map.of(), null);

    ClusterAmounts {
        nodes = Map.copyOf(nodes);
        longest = Map.copyOf(longest);
    }
}
