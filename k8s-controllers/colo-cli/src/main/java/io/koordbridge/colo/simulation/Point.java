package io.koordbridge.colo.simulation;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.topology.NodeResourceTopology;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node as the API server has it.
 *
 * @param pods those that run on it
 * @param metric its NodeMetric with a report, null without any
 * @param topology null without any
 */
record Point(
        Node node,
        List<Pod> pods,
        @Nullable NodeMetric metric,
        @Nullable NodeResourceTopology topology) {

    Point {
        pods = List.copyOf(pods);
    }
}
