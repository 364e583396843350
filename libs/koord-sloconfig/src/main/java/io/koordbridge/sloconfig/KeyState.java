package io.koordbridge.sloconfig;

import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the consumer of one key works with; manager specification section 5.2, column of CPU normalization and resource
 * amplification.
 *
 * @param available false until the first usable read; the consumer does nothing until then
 * @param refused the last text was not accepted, so the one before holds
 */
@PureCore
public record KeyState(MergedConfig config, boolean available, boolean refused) {

    /**
     * Outcome of one config map event.
     *
     * @param changed the merged configuration differs from the one before
     */
    public record Step(KeyState state, boolean changed, List<Problem> problems) {

        public Step {
            problems = List.copyOf(problems);
        }
    }

    /** Before anything was read. */
    public static KeyState initial(ConfigDocument document) {
        return new KeyState(MergedConfig.defaults(document), false, false);
    }

    /**
     * Reads the config map.
     *
     * @param data its data, null when the config map does not exist
     */
    public Step next(ConfigDocument document, @Nullable Map<String, String> data) {
        String text = data == null ? null : data.get(document.key());
        if (text == null) {
            return accept(MergedConfig.defaults(document));
        }
        Decoded decoded = document.decode(text);
        if (!decoded.readable()) {
            return new Step(new KeyState(config, available, true), false, decoded.problems());
        }
        return accept(MergedConfig.of(document, decoded.tree()));
    }

    private Step accept(MergedConfig merged) {
        return new Step(new KeyState(merged, true, false), !merged.equals(config), List.of());
    }
}
