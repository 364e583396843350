package io.koordbridge.sloconfig;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the text of one key of the config map may hold. */
public final class ConfigDocument {

    private final String key;
    private final Layout layout;
    private final ObjectSchema strategy;
    private final ObjectNode defaults;
    private final ObjectSchema shape;

    /** Where the cluster's part and the entries for some nodes are. */
    public enum Layout {
        /** The cluster's fields at the top, entries laid over them. */
        TOP_LEVEL(null, "nodeConfigs", true),
        /** The cluster's fields in an object of their own, entries laid over them. */
        CLUSTER_STRATEGY("clusterStrategy", "nodeStrategies", true),
        /** The cluster's fields at the top, an entry takes their place. */
        REPLACING(null, "nodeConfigs", false);

        private final @Nullable String clusterField;
        private final String entriesField;
        private final boolean merges;

        Layout(@Nullable String clusterField, String entriesField, boolean merges) {
            this.clusterField = clusterField;
            this.entriesField = entriesField;
            this.merges = merges;
        }

        /** Whether an entry keeps what it does not say from the cluster's part. */
        public boolean merges() {
            return merges;
        }

        /** Field with the entries for some nodes. */
        public String entriesField() {
            return entriesField;
        }
    }

    /**
     * Describes a key.
     *
     * @param defaults JSON of the defaults
     */
    public ConfigDocument(String key, Layout layout, ObjectSchema strategy, String defaults) {
        this.key = key;
        this.layout = layout;
        this.strategy = strategy;
        this.defaults = read(defaults, strategy);
        Field entries = Field.of(layout.entriesField, new ListSchema(NodeEntries.withIdentity(strategy)))
                .means("parts for some nodes, the first whose selector matches holds");
        this.shape = layout.clusterField == null
                ? strategy.with(entries)
                : ObjectSchema.of(
                        Field.of(layout.clusterField, strategy).means("part that holds for every node"), entries);
    }

    private static ObjectNode read(String defaults, ObjectSchema strategy) {
        Decoded decoded = DocumentDecoder.decode("defaults", defaults, strategy);
        if (!decoded.readable()) {
            throw new IllegalStateException("defaults: " + decoded.problems());
        }
        return decoded.tree();
    }

    /** Key of the config map. */
    public String key() {
        return key;
    }

    /** Where things are. */
    public Layout layout() {
        return layout;
    }

    /** Fields of the cluster's part and of each entry. */
    public ObjectSchema strategy() {
        return strategy;
    }

    /** The whole text. */
    public ObjectSchema shape() {
        return shape;
    }

    /** What holds without configuration; never change it. */
    public ObjectNode defaults() {
        return defaults;
    }

    /** Reads a text; never throws. */
    public Decoded decode(String text) {
        return DocumentDecoder.decode(key, text, shape);
    }

    /** The cluster's part of a decoded tree, missing when the text has none. */
    public JsonNode clusterPart(ObjectNode tree) {
        return layout.clusterField == null ? tree : tree.path(layout.clusterField);
    }

    /** Path of the cluster's part, with a dot behind it unless it is the top. */
    public String clusterPath() {
        return layout.clusterField == null ? "" : layout.clusterField + ".";
    }

    /** The entries of a decoded tree. */
    public List<NodeEntry> entries(ObjectNode tree) {
        List<NodeEntry> entries = new ArrayList<>();
        for (JsonNode entry : tree.path(layout.entriesField)) {
            String path = layout.entriesField + "[" + entries.size() + "].";
            entries.add(new NodeEntry(
                    path,
                    entry.path(NodeEntries.NAME).asText(""),
                    NodeEntries.selector(entry).orElse(null),
                    (ObjectNode) entry));
        }
        return entries;
    }
}
