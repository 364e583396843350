package io.koordbridge.sloconfig.colocation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.sloconfig.damping.DampingExtension;
import io.koordbridge.sloconfig.damping.DampingStrategy;
import io.koordbridge.sloconfig.estimate.EstimateStrategy;
import java.util.List;

/**
 * The merged configuration: every entry is whole.
 *
 * @param cluster strategy of nodes that no entry selects
 * @param entries in document order; the first that selects a node holds
 */
public record ColocationConfig(Merged cluster, List<Entry> entries) {

    /** What holds without configuration. */
    public static final ColocationConfig DEFAULT =
            new ColocationConfig(Merged.of(ColocationStrategy.DEFAULT_TREE), List.of());

    public ColocationConfig {
        entries = List.copyOf(entries);
    }

    /**
     * A strategy as tree, for overlays, and bound.
     *
     * @param damping the part of the extensions that is ours
     * @param estimate the part of the tree that is ours
     */
    public record Merged(
            ObjectNode tree, ColocationStrategy strategy, DampingStrategy damping, EstimateStrategy estimate) {

        static Merged of(ObjectNode tree) {
            return new Merged(tree, ColocationStrategy.of(tree), DampingExtension.of(tree), EstimateStrategy.of(tree));
        }
    }

    /**
     * The strategy of some nodes.
     *
     * @param selector an absent one selects no node
     */
    public record Entry(String name, CompiledSelector selector, Merged merged) {}
}
