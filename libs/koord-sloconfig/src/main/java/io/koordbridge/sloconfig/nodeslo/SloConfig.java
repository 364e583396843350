package io.koordbridge.sloconfig.nodeslo;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.ConfigDocument;
import io.koordbridge.sloconfig.Decoded;
import io.koordbridge.sloconfig.MergedConfig;
import io.koordbridge.sloconfig.Problem;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The NodeSLO keys of the config map; each key keeps its own last good value; manager specification section 5.2. */
@PureCore
public final class SloConfig {

    private SloConfig() {}

    /**
     * What consumers work with; they do nothing until it is available.
     *
     * @param neverGood keys whose text is refused although no good one was seen since the start: what objects show of them
     *     may be of a good text that an earlier process has read, which the defaults are not
     * @param extensions keys of extensions; one whose text was never good is not among them
     */
    public record State(
            Map<SloKey, MergedConfig> keys,
            boolean available,
            Set<SloKey> neverGood,
            Map<String, MergedConfig> extensions) {

        /** Before anything was read. */
        public static final State INITIAL = new State(defaults(), false, Set.of(), Map.of());

        public State {
            keys = Map.copyOf(keys);
            neverGood = Set.copyOf(neverGood);
            extensions = Map.copyOf(extensions);
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

    /**
     * Outcome of one config map event.
     *
     * @param changed the merged configuration differs from the one before
     * @param released a key has its first good text since the start, so objects keep nothing of it any more
     */
    public record Step(State state, boolean changed, boolean released, List<Problem> problems) {

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
        return next(before, data, NodeSloExtensions.ALL);
    }

    static Step next(State before, @Nullable Map<String, String> data, List<NodeSloExtension> extensions) {
        Map<SloKey, MergedConfig> keys = new EnumMap<>(State.INITIAL.keys());
        Set<SloKey> neverGood = EnumSet.noneOf(SloKey.class);
        List<Problem> problems = new ArrayList<>();
        for (SloKey key : SloKey.values()) {
            String text = data == null ? null : data.get(key.key());
            if (text == null) {
                continue;
            }
            ConfigDocument document = SloDocument.of(key);
            Decoded decoded = document.decode(text);
            if (decoded.readable()) {
                keys.put(key, MergedConfig.of(document, decoded.tree()));
            } else {
                problems.addAll(decoded.problems());
                keys.put(key, before.of(key));
                if (!before.available() || before.neverGood().contains(key)) {
                    neverGood.add(key);
                }
            }
        }
        Map<String, MergedConfig> extended = extended(before, data, extensions, problems);
        State after = new State(keys, true, neverGood, extended);
        boolean released = !neverGood.containsAll(before.neverGood());
        boolean changed = !keys.equals(before.keys()) || !extended.equals(before.extensions());
        return new Step(after, changed, released, problems);
    }

    private static Map<String, MergedConfig> extended(
            State before,
            @Nullable Map<String, String> data,
            List<NodeSloExtension> extensions,
            List<Problem> problems) {
        Map<String, MergedConfig> extended = new HashMap<>();
        for (NodeSloExtension extension : extensions) {
            ConfigDocument document = extension.document();
            String text = data == null ? null : data.get(document.key());
            Decoded decoded = document.decode(text == null ? "{}" : text);
            if (decoded.readable()) {
                extended.put(document.key(), MergedConfig.of(document, decoded.tree()));
            } else {
                problems.addAll(decoded.problems());
                MergedConfig last = before.extensions().get(document.key());
                if (last != null) {
                    extended.put(document.key(), last);
                }
            }
        }
        return extended;
    }
}
