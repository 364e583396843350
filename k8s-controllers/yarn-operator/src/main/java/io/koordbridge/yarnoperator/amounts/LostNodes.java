package io.koordbridge.yarnoperator.amounts;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.lease.ManagerState;
import io.koordbridge.yarnoperator.resourcemanager.ClusterReport;
import io.koordbridge.yarnoperator.resourcemanager.ReportedNode;
import org.jspecify.annotations.Nullable;

/** Counts containers that ended with their NodeManager. */
@PureCore
final class LostNodes {

    private LostNodes() {}

    /**
     * Containers of NodeManagers that were in use by one report and are dead by the next.
     *
     * @param before null where the later report is the first
     */
    static long containers(@Nullable ClusterReport before, ClusterReport now) {
        if (before == null) {
            return 0;
        }
        return before.nodes().values().stream()
                .filter(node -> node.state().inUse() && isDead(now.nodes().get(node.nodeId())))
                .mapToLong(ReportedNode::containers)
                .sum();
    }

    /** One that is not in a report may be there again in the next: a ResourceManager that has just started does not know it. */
    private static boolean isDead(@Nullable ReportedNode node) {
        return node != null && node.state() == ManagerState.DEAD;
    }
}
