package io.koordbridge.sloconfig;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * A document as read.
 *
 * @param tree canonical names, nulls gone; what could be read when there are problems
 * @param notes where things are, and what was ignored
 */
public record Decoded(ObjectNode tree, List<Problem> problems, ParseInfo notes) {

    public Decoded {
        problems = List.copyOf(problems);
    }

    /** Places of which nothing is in the tree because their text was not accepted. */
    public UnreadPaths unread() {
        return UnreadPaths.of(problems);
    }

    /** Whether the whole document was understood. */
    public boolean readable() {
        return problems.isEmpty();
    }
}
