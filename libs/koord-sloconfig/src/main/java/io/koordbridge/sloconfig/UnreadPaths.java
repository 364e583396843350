package io.koordbridge.sloconfig;

import io.koordbridge.protocol.PureCore;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Which places of a document hold nothing because their text was not accepted. What a rule would say about such a place, or about
 * what lies around it, follows from that.
 */
@PureCore
public final class UnreadPaths {

    private final Set<String> refused = new HashSet<>();
    private final Set<String> around = new HashSet<>();

    private UnreadPaths() {}

    /** The places of problems; one about the whole text leaves what was read of it as it is. */
    public static UnreadPaths of(Collection<Problem> problems) {
        UnreadPaths paths = new UnreadPaths();
        for (Problem problem : problems) {
            paths.refused.add(problem.field());
            for (String at = outer(problem.field()); !at.isEmpty(); at = outer(at)) {
                paths.around.add(at);
            }
        }
        return paths;
    }

    /** Whether the value there, a part of it, or something that it lies in was not accepted. */
    public boolean touch(String path) {
        if (around.contains(path)) {
            return true;
        }
        for (String at = path; !at.isEmpty(); at = outer(at)) {
            if (refused.contains(at)) {
                return true;
            }
        }
        return false;
    }

    /** The parent of a path, empty for the document. */
    private static String outer(String path) {
        int end = Math.max(path.lastIndexOf('.'), path.lastIndexOf('['));
        return end < 0 ? "" : path.substring(0, end);
    }
}
