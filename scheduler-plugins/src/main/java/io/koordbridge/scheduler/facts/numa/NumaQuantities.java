package io.koordbridge.scheduler.facts.numa;

import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Amounts by NUMA id.
 *
 * @param byNode amounts by NUMA id; a node without an entry has none
 */
public record NumaQuantities(SortedMap<Integer, ResourceVector> byNode) {

    public static final NumaQuantities NONE = new NumaQuantities(new TreeMap<>());

    public NumaQuantities {
        byNode = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(byNode));
    }

    /** These amounts by NUMA id. */
    public static NumaQuantities of(Map<Integer, ResourceVector> byNode) {
        return byNode.isEmpty() ? NONE : new NumaQuantities(new TreeMap<>(byNode));
    }

    /** Whether no NUMA node has an entry. */
    public boolean isEmpty() {
        return byNode.isEmpty();
    }

    /** The NUMA nodes that have an entry. */
    public NumaSet nodes() {
        return NumaSet.of(byNode.keySet());
    }

    /** The amounts of one NUMA node. */
    public ResourceVector of(int node) {
        return byNode.getOrDefault(node, ResourceVector.EMPTY);
    }

    /** Whether the NUMA node counts the resource. */
    public boolean has(int node, String resource) {
        return of(node).names().contains(resource);
    }

    /** The sum over some NUMA nodes. */
    public ResourceVector sum(NumaSet nodes) {
        ResourceVector sum = ResourceVector.EMPTY;
        for (Map.Entry<Integer, ResourceVector> node : byNode.entrySet()) {
            sum = nodes.contains(node.getKey()) ? sum.plus(node.getValue()) : sum;
        }
        return sum;
    }

    /** Sum by NUMA node. */
    public NumaQuantities plus(NumaQuantities other) {
        SortedMap<Integer, ResourceVector> all = new TreeMap<>(byNode);
        other.byNode.forEach((node, amounts) -> all.merge(node, amounts, ResourceVector::plus));
        return new NumaQuantities(all);
    }

    /** The NUMA ids that have an entry. */
    public Set<Integer> ids() {
        return byNode.keySet();
    }
}
