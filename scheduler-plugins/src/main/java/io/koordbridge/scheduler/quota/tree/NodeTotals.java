package io.koordbridge.scheduler.quota.tree;

import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.util.HashMap;
import java.util.Map;

/** What all nodes offer together. */
final class NodeTotals {

    private final Map<String, ResourceVector> nodes = new HashMap<>();
    private ResourceVector total = ResourceVector.EMPTY;

    /** A node came or changed; whether the sum did. */
    boolean seen(String node, ResourceVector allocatable) {
        ResourceVector before = nodes.put(node, allocatable);
        return changes(allocatable.minus(before == null ? ResourceVector.EMPTY : before));
    }

    /** A node is gone; whether the sum changed. */
    boolean gone(String node) {
        ResourceVector before = nodes.remove(node);
        return before != null && changes(ResourceVector.EMPTY.minus(before));
    }

    private boolean changes(ResourceVector difference) {
        total = QuotaSolver.changed(total, difference);
        return !difference.isZero();
    }

    ResourceVector total() {
        return total;
    }
}
