package io.koordbridge.sloconfig.nodeslo;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.ConfigDocument;
import io.koordbridge.sloconfig.Decoded;
import io.koordbridge.sloconfig.MergedConfig;
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

    /** What consumers work with; they do nothing until it is available. */
    public record State(Map<SloKey, MergedConfig> keys, boolean available) {

        /** Before anything was read. */
        public static final State INITIAL = new State(defaults(), false);

        public State {
            keys = Map.copyOf(keys);
        }

        /** What is in force for a key. */
        public MergedConfig of(SloKey key) {
            MergedConfig merged = keys.get(key);
            return merged == null ? MergedConfig.defaults(SloDocument.of(key)) : merged;
        }

        private static Map<SloKey, MergedConfig> defaults() {
            Map<SloKey, MergedConfig> keys = new EnumMap<>(SloKey.class);
            for (SloKey key : SloKey.values()) {
                keys.put(key, MergedConfig.defaults(SloDocument.of(key)));
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
        Map<SloKey, MergedConfig> keys = new EnumMap<>(State.INITIAL.keys());
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

    private static MergedConfig read(SloKey key, String text, State before, List<Problem> problems) {
        ConfigDocument document = SloDocument.of(key);
        Decoded decoded = document.decode(text);
        if (!decoded.readable()) {
            problems.addAll(decoded.problems());
            return before.of(key);
        }
        return MergedConfig.of(document, decoded.tree());
    }
}
