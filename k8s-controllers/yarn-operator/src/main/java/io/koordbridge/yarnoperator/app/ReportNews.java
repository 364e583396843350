package io.koordbridge.yarnoperator.app;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.resourcemanager.ClusterDemand;
import io.koordbridge.yarnoperator.resourcemanager.ClusterReport;
import io.koordbridge.yarnoperator.resourcemanager.ReportedNode;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a report says that the one before it did not.
 *
 * @param before null for the first one
 */
@PureCore
record ReportNews(@Nullable ClusterReport before, ClusterReport report) {

    /** Whether NodeManagers came or went. */
    boolean otherNodes() {
        return before == null || !before.nodes().keySet().equals(report.nodes().keySet());
    }

    /** Whether applications began or ceased to wait: all leases of the cluster follow that. */
    boolean otherDemand() {
        return before != null && !waits(before).equals(waits(report));
    }

    /** In which partitions they wait; one is absent while that is not known. The amount does not count. */
    private static Map<String, Boolean> waits(ClusterReport report) {
        Map<String, Boolean> waits = new HashMap<>();
        ClusterDemand demand = report.demand();
        demand.partitions().pending().forEach((partition, pending) -> waits.put(partition, pending.waits()));
        demand.of("").ifPresent(pending -> waits.put("", pending.waits()));
        return waits;
    }

    /** Whether a NodeManager is of this cluster. */
    boolean isOfCluster(NodeManagerRef ref) {
        return ref.cluster().equals(report.cluster());
    }

    /** Whether something of a NodeManager is new. */
    boolean changed(NodeManagerRef ref) {
        ReportedNode fresh = isOfCluster(ref) ? report.nodes().get(ref.nodeId()) : null;
        return fresh != null && (before == null || !fresh.equals(before.nodes().get(ref.nodeId())));
    }
}
