package io.koordbridge.sloconfig;

import java.util.List;
import java.util.Map;

/**
 * Facts about a text beside its meaning.
 *
 * @param lines line of each field by its path
 * @param ignored fields without effect
 */
public record ParseInfo(Map<String, Integer> lines, List<Ignored> ignored) {

    public ParseInfo {
        lines = Map.copyOf(lines);
        ignored = List.copyOf(ignored);
    }

    /** Why a field has no effect. */
    public enum Reason {
        /** The object has no such field. */
        UNKNOWN,
        /** The same field follows below, and the last one holds. */
        REPEATED
    }

    /**
     * A field without effect.
     *
     * @param path where it is, in canonical spelling as far as it is known
     * @param name as spelled in the text
     * @param siblings names that the object knows
     */
    public record Ignored(Reason reason, String path, String name, int line, List<String> siblings) {

        public Ignored {
            siblings = List.copyOf(siblings);
        }
    }

    /** Line of a path or of its parent, 0 when unknown. */
    public int line(String path) {
        String at = path;
        while (true) {
            Integer line = lines.get(at);
            if (line != null) {
                return line;
            }
            int end = Math.max(at.lastIndexOf('.'), at.lastIndexOf('['));
            if (end < 0) {
                return 0;
            }
            at = at.substring(0, end);
        }
    }
}
