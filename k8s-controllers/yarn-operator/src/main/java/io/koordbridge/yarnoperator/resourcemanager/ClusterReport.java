package io.koordbridge.yarnoperator.resourcemanager;

import io.koordbridge.yarnoperator.resourcemanager.ReportCheck.BadField;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The last good answer of a cluster. A node that the ResourceManager reports with values that cannot be is known by its last good report.
 *
 * @param cluster id, empty for the default one
 * @param at when it was asked for
 * @param nodes by {@code host:port}
 * @param refused nodes whose report cannot be used now, by {@code host:port}
 * @param demand what applications wait for
 * @param epoch which ResourceManager answered
 */
public record ClusterReport(
        String cluster,
        Instant at,
        Map<String, ReportedNode> nodes,
        Map<String, Refusal> refused,
        ClusterDemand demand,
        long epoch) {

    public ClusterReport {
        nodes = Map.copyOf(nodes);
        refused = Map.copyOf(refused);
    }

    /**
     * Why a node's report is not used.
     *
     * @param field that cannot be used; a further bad value of it is no news
     * @param problem object, field, value and what is wanted, in one sentence
     * @param lastGood when the last good report of the node was asked for, null when there never was one
     */
    public record Refusal(
            String field, String problem, @Nullable Instant lastGood) {}

    /**
     * An answer of a ResourceManager.
     *
     * @param before the report before this one
     */
    static ClusterReport of(
            String cluster,
            Instant at,
            List<ReportedNode> nodes,
            ClusterDemand demand,
            long epoch,
            @Nullable ClusterReport before) {
        Map<String, ReportedNode> good = new LinkedHashMap<>();
        Map<String, Refusal> refused = new LinkedHashMap<>();
        for (ReportedNode node : nodes) {
            Optional<BadField> bad = ReportCheck.firstBad(node);
            if (bad.isEmpty()) {
                good.put(node.nodeId(), node);
            } else {
                refused.put(node.nodeId(), refusal(cluster, node.nodeId(), bad.get(), before));
            }
        }
        refused.keySet().removeAll(good.keySet());
        if (before != null) {
            refused.keySet().stream()
                    .filter(before.nodes::containsKey)
                    .forEach(nodeId -> good.put(nodeId, before.nodes.get(nodeId)));
        }
        return new ClusterReport(cluster, at, good, refused, demand, epoch);
    }

    private static Refusal refusal(String cluster, String nodeId, BadField bad, @Nullable ClusterReport before) {
        Refusal earlier = before == null ? null : before.refused.get(nodeId);
        if (earlier != null && earlier.field.equals(bad.field())) {
            return earlier;
        }
        Instant lastGood = before != null && before.nodes.containsKey(nodeId) ? before.asOf(nodeId) : null;
        String name = ClusterDeclaration.name(cluster);
        return new Refusal(bad.field(), "report of " + nodeId + " by cluster '" + name + "': " + bad.text(), lastGood);
    }

    /** What applications ask for and this node could serve, empty when that is not known. */
    public Optional<PendingDemand> pendingFor(String nodeId) {
        ReportedNode node = nodes.get(nodeId);
        return demand.of(node == null ? "" : node.partition());
    }

    /** When what is known of a node was asked for. */
    public Instant asOf(String nodeId) {
        Refusal refusal = refused.get(nodeId);
        return refusal == null || refusal.lastGood == null ? at : refusal.lastGood;
    }
}
