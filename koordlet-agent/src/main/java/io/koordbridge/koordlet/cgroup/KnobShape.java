package io.koordbridge.koordlet.cgroup;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A file that the package of a strategy defines; {@link Knob#of} makes it known.
 *
 * @param <T> what the file holds
 * @param subsystem hierarchy of version 1; empty in other trees
 * @param v1File null when version 1 has none; in other trees the file
 * @param v2File null when version 2 has none; in other trees the same file
 * @param parser content to value; throws IllegalArgumentException for any other content
 * @param reset of a file with lines: what ends a line that was not there before, after the key
 */
public record KnobShape<T>(
        Trees.Kind tree,
        Form form,
        String subsystem,
        @Nullable String v1File,
        @Nullable String v2File,
        Function<String, T> parser,
        String reset) {

    /** What one intent is about. */
    public enum Form {
        /** The file holds one value. */
        VALUE,
        /** One line of a file with several, which begins with a key, such as of {@code schemata} and {@code io.max}. */
        LINE,
        /** Whether a process or thread is in a group, such as by {@code tasks}. It goes back to the group above. */
        MEMBER,
        /** Whether a file of words has one as {@code NAME} or as {@code NO_NAME}, such as {@code sched_features}. */
        WORD,
        /** Whether a group exists. */
        DIRECTORY
    }

    /** A file of a control group that is there when the kernel offers it. */
    public static <T> KnobShape<T> cgroup(
            String subsystem, @Nullable String v1File, @Nullable String v2File, Function<String, T> parser) {
        return new KnobShape<>(Trees.Kind.CGROUP, Form.VALUE, subsystem, v1File, v2File, parser, "");
    }

    /** A file of another tree. */
    public static <T> KnobShape<T> file(Trees.Kind tree, String file, Function<String, T> parser) {
        return new KnobShape<>(tree, Form.VALUE, "", file, file, parser, "");
    }

    /** The groups of a tree. */
    public static KnobShape<String> directory(Trees.Kind tree) {
        return new KnobShape<>(tree, Form.DIRECTORY, "", "", "", text -> text, "");
    }

    /** The same file, one line of which is written. */
    public KnobShape<T> lines(String ending) {
        return new KnobShape<>(tree, Form.LINE, subsystem, v1File, v2File, parser, ending);
    }

    /** The same file, to which ids are written. */
    public KnobShape<T> members() {
        return new KnobShape<>(tree, Form.MEMBER, subsystem, v1File, v2File, parser, "");
    }

    /** The same file, of which one word is switched on or off. */
    public KnobShape<T> words() {
        return new KnobShape<>(tree, Form.WORD, subsystem, v1File, v2File, parser, "");
    }

    /** Name in the record of changes, in the audit log and in messages. */
    String name() {
        String file = v1File == null ? String.valueOf(v2File) : v1File;
        if (tree == Trees.Kind.CGROUP) {
            return file;
        }
        String kind = tree.name().toLowerCase(java.util.Locale.ROOT);
        return form == Form.DIRECTORY ? kind : kind + ":" + file;
    }
}
