package io.koordbridge.scheduler.view;

import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All nodes at one moment.
 *
 * @param nodes by name
 */
public record ClusterView(SortedMap<String, NodeView> nodes) {

    public ClusterView {
        nodes = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(nodes));
    }

    /** A view of these nodes. */
    public static ClusterView of(Map<String, NodeView> nodes) {
        return new ClusterView(new TreeMap<>(nodes));
    }

    /** A node that is known. */
    public Optional<NodeView> node(String name) {
        return Optional.ofNullable(nodes.get(name));
    }
}
