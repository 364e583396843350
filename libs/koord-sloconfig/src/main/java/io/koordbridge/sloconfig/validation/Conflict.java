package io.koordbridge.sloconfig.validation;

import java.util.List;

/**
 * Entries of one key that select the same node.
 *
 * @param config the key
 * @param strategies names of the entries
 * @param exampleNodes nodes that exist and are selected, empty when none need exist
 */
public record Conflict(String config, List<String> strategies, List<String> exampleNodes) {

    public Conflict {
        strategies = List.copyOf(strategies);
        exampleNodes = List.copyOf(exampleNodes);
    }
}
