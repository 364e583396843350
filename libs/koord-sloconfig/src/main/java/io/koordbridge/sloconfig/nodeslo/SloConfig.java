package io.koordbridge.sloconfig.nodeslo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.Decoded;
import io.koordbridge.sloconfig.DocumentDecoder;
import io.koordbridge.sloconfig.NodeEntries;
import io.koordbridge.sloconfig.Overlay;
import io.koordbridge.sloconfig.Problem;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The NodeSLO keys of the config map; each key keeps its own last good value; manager specification section 5.2. */
@PureCore
public final class SloConfig {

    private SloConfig() {}

    /** A strategy for the cluster and, already merged, for some nodes. */
    public record Merged(ObjectNode cluster, List<Entry> entries) {

        public Merged {
            entries = List.copyOf(entries);
        }
    }

    /** The strategy of some nodes; a null selector selects none. */
    public record Entry(@Nullable LabelSelector selector, ObjectNode tree) {}

    /** What consumers work with; they do nothing until it is available. */
    public record State(Map<SloKey, Merged> keys, boolean available) {

        /** Before anything was read. */
        public static final State INITIAL = new State(defaults(), false);

        public State {
            keys = Map.copyOf(keys);
        }

        private static Map<SloKey, Merged> defaults() {
            Map<SloKey, Merged> keys = new EnumMap<>(SloKey.class);
            for (SloKey key : SloKey.values()) {
                keys.put(key, new Merged(SloDocument.of(key).defaults(), List.of()));
            }
            return keys;
        }
    }

    /** Outcome of one config map event. */
    public record Step(State state, boolean changed, List<Problem> problems) {

        public Step {
            problems = List.copyOf(problems);
        }
    }

    /**
     * Reads the config map.
     *
     * @param data its data, null when the config map does not exist
     */
    public static Step next(State before, @Nullable Map<String, String> data) {
        Map<SloKey, Merged> keys = new EnumMap<>(State.INITIAL.keys());
        List<Problem> problems = new ArrayList<>();
        if (data != null) {
            for (SloKey key : SloKey.values()) {
                String text = data.get(key.key());
                if (text != null) {
                    keys.put(key, read(key, text, before, problems));
                }
            }
        }
        State after = new State(keys, true);
        return new Step(after, !after.keys().equals(before.keys()), problems);
    }

    private static Merged read(SloKey key, String text, State before, List<Problem> problems) {
        SloDocument form = SloDocument.of(key);
        Decoded decoded = DocumentDecoder.decode(key.key(), text, form.document());
        if (!decoded.readable()) {
            problems.addAll(decoded.problems());
            return before.keys().getOrDefault(key, new Merged(form.defaults(), List.of()));
        }
        ObjectNode document = decoded.tree();
        JsonNode clusterPart = form.merges() ? document.path(SloDocument.CLUSTER) : document;
        ObjectNode cluster = over(form, form.defaults(), clusterPart);
        List<Entry> entries = new ArrayList<>();
        for (JsonNode entry : document.path(form.entriesField())) {
            ObjectNode base = form.merges() ? cluster : form.defaults();
            entries.add(new Entry(NodeEntries.selector(entry).orElse(null), over(form, base, entry)));
        }
        return new Merged(cluster, entries);
    }

    /** A document without any field of the strategy changes nothing, not even fields that overlays reset. */
    private static ObjectNode over(SloDocument form, ObjectNode base, JsonNode over) {
        boolean says = form.strategy().fields().stream().anyMatch(field -> over.has(field.name()));
        return says && over instanceof ObjectNode tree ? Overlay.merge(base, tree, form.strategy()) : base;
    }
}
