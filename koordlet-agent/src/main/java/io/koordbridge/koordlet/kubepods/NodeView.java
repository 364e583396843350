package io.koordbridge.koordlet.kubepods;

import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is known about this node, last known values while the API server is away.
 *
 * @param nodeMetric spec of the NodeMetric object; empty while the object is missing
 * @param topology annotations of the NodeResourceTopology; empty while the object is missing
 * @param pods pods of this node, in order of namespace and name; empty when none is known
 */
public record NodeView(
        Optional<NodeFacts> node,
        Optional<NodeSlo> nodeSlo,
        Optional<NodeMetricSpec> nodeMetric,
        Optional<Map<String, String>> topology,
        List<PodInfo> pods) {

    public static final NodeView UNKNOWN =
            new NodeView(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), List.of());

    public NodeView {
        topology = topology.map(Map::copyOf);
        pods = List.copyOf(pods);
    }
}
