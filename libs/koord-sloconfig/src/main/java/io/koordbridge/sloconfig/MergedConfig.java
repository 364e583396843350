package io.koordbridge.sloconfig;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;

/**
 * A key as it is in force: a strategy for the cluster and, already merged, for some nodes.
 *
 * @param entries in document order; the first that selects a node holds
 */
@PureCore
public record MergedConfig(ObjectNode cluster, List<Entry> entries) {

    public MergedConfig {
        entries = List.copyOf(entries);
    }

    /** The strategy of some nodes, under its name; an absent selector selects none. */
    public record Entry(String name, CompiledSelector selector, ObjectNode tree) {}

    /** What holds without configuration. */
    public static MergedConfig defaults(ConfigDocument document) {
        return new MergedConfig(document.defaults(), List.of());
    }

    /** Merges a decoded text: the cluster's part over the defaults, each entry over the cluster. */
    public static MergedConfig of(ConfigDocument document, ObjectNode tree) {
        ObjectNode cluster = over(document, document.defaults(), document.clusterPart(tree));
        ObjectNode base = document.layout().merges() ? cluster : document.defaults();
        List<Entry> entries = document.entries(tree).stream()
                .map(entry -> new Entry(
                        entry.name(), CompiledSelector.of(entry.selector()), over(document, base, entry.tree())))
                .toList();
        return new MergedConfig(cluster, entries);
    }

    /** A part without any field of the strategy changes nothing, not even fields that overlays reset. */
    private static ObjectNode over(ConfigDocument document, ObjectNode base, JsonNode part) {
        boolean says = document.strategy().fields().stream().anyMatch(field -> part.has(field.name()));
        return says && part instanceof ObjectNode tree ? Overlay.merge(base, tree, document.strategy()) : base;
    }

    /** What holds for a node with these labels; never change it. */
    public ObjectNode forNode(Map<String, String> labels) {
        for (Entry entry : entries) {
            if (entry.selector().matches(labels)) {
                return entry.tree();
            }
        }
        return cluster;
    }
}
