package io.koordbridge.koordlet.kubepods;

import io.koordbridge.api.slo.NodeSloSpec;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an earlier process knew of this node, for a start without an API server.
 *
 * @param node null when it was not known
 * @param nodeSlo null when there was none
 * @param topology annotations of the NodeResourceTopology, null when there was none
 */
public record LastKnown(
        @Nullable NodeFacts node,
        @Nullable NodeSloSpec nodeSlo,
        @Nullable Map<String, String> topology,
        List<PodInfo> pods) {

    public static final LastKnown NOTHING = new LastKnown(null, null, null, List.of());

    public LastKnown {
        topology = topology == null ? null : Map.copyOf(topology);
        pods = List.copyOf(pods);
    }

    /** What a view holds. */
    public static LastKnown of(NodeView view) {
        return new LastKnown(
                view.node().orElse(null),
                view.nodeSlo().map(slo -> slo.given()).orElse(null),
                view.topology().orElse(null),
                view.pods());
    }
}
