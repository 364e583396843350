package io.koordbridge.yarnoperator.resourcemanager;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last good answer of a cluster.
 *
 * @param cluster id, empty for the default one
 * @param at when it was asked for
 * @param nodes by {@code host:port}
 * @param pending demand, null when it could not be read
 */
public record ClusterReport(
        String cluster,
        Instant at,
        Map<String, ReportedNode> nodes,
        @Nullable PendingDemand pending) {

    public ClusterReport {
        nodes = Map.copyOf(nodes);
    }

    static ClusterReport of(String cluster, Instant at, List<ReportedNode> nodes, @Nullable PendingDemand pending) {
        Map<String, ReportedNode> byId = new LinkedHashMap<>();
        nodes.forEach(node -> byId.put(node.nodeId(), node));
        return new ClusterReport(cluster, at, byId, pending);
    }
}
