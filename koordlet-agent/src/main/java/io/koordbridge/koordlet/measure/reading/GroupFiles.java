package io.koordbridge.koordlet.measure.reading;

import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cgroup.KnobShape;
import io.koordbridge.koordlet.cgroup.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Files of one control group that are read at each tick: their paths are made once, a file of two knobs is read once in a tick, and a text
 * that did not change is the same value. One thread.
 */
final class GroupFiles {

    private final CgroupReader reader;
    private final String group;
    private final Map<Path, Content> contents = new HashMap<>();
    private final Map<Knob<?>, Value> values = new HashMap<>();

    /** What a file held at a tick. */
    private static final class Content {
        private final Path path;
        private String text = "";
        private long tick = -1;

        Content(Path path) {
            this.path = path;
        }
    }

    /** What a text means for a knob. */
    private static final class Value {
        private final Content content;
        private @Nullable String text;
        private @Nullable Object meaning;

        Value(Content content) {
            this.content = content;
        }
    }

    GroupFiles(CgroupReader reader, String group) {
        this.reader = reader;
        this.group = group;
    }

    String group() {
        return group;
    }

    /**
     * The value of a knob; empty when the kernel does not offer it here.
     *
     * @param tick a file is read once in each
     */
    <T> Optional<T> read(Knob<T> knob, long tick) throws IOException {
        Value known = values.get(knob);
        if (known == null) {
            // A yes holds as long as the group; a no does not.
            if (!reader.tree().supports(knob, group)) {
                return Optional.empty();
            }
            if (knob.tree() != Trees.Kind.CGROUP || knob.form() != KnobShape.Form.VALUE) {
                return Optional.of(reader.read(knob, group));
            }
            known = new Value(contents.computeIfAbsent(reader.file(knob, group), Content::new));
            values.put(knob, known);
        }
        return Optional.of(meaning(knob, known, tick));
    }

    /** Only values of the knob's own type are put under it. */
    @SuppressWarnings("unchecked")
    private <T> T meaning(Knob<T> knob, Value known, long tick) throws IOException {
        Content content = known.content;
        if (content.tick != tick) {
            content.text = reader.content(content.path);
            content.tick = tick;
        }
        T meaning = (T) known.meaning;
        if (meaning == null || !content.text.equals(known.text)) {
            meaning = reader.parse(knob, content.path, content.text);
            known.text = content.text;
            known.meaning = meaning;
        }
        return meaning;
    }
}
