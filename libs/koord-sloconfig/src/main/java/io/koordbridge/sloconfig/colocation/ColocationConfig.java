package io.koordbridge.sloconfig.colocation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.LabelSelector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The merged configuration: every entry is whole.
 *
 * @param cluster strategy of nodes that no entry selects
 * @param entries in document order; the first that selects a node holds
 */
public record ColocationConfig(Merged cluster, List<Entry> entries) {

    /** What holds without configuration. */
    public static final ColocationConfig DEFAULT =
            new ColocationConfig(new Merged(ColocationStrategy.DEFAULT_TREE, ColocationStrategy.DEFAULT), List.of());

    public ColocationConfig {
        entries = List.copyOf(entries);
    }

    /** A strategy as tree, for overlays, and bound. */
    public record Merged(ObjectNode tree, ColocationStrategy strategy) {

        static Merged of(ObjectNode tree) {
            return new Merged(tree, ColocationStrategy.of(tree));
        }
    }

    /**
     * The strategy of some nodes.
     *
     * @param selector null selects no node
     */
    public record Entry(String name, @Nullable LabelSelector selector, Merged merged) {}
}
