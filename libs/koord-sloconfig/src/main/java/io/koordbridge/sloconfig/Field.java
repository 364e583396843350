package io.koordbridge.sloconfig;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One field of an object.
 *
 * @param name canonical spelling; documents may use any case
 * @param known texts with a meaning of their own, empty when every text is as good as another
 * @param emptyTextCounts whether an explicit empty text overrides a base value
 * @param writtenWhenAbsent value that an overlay writes although its document lacks the field
 * @param meaning for people, one line
 */
public record Field(
        String name,
        Schema shape,
        Ranges ranges,
        List<String> known,
        boolean emptyTextCounts,
        @Nullable JsonNode writtenWhenAbsent,
        String meaning) {

    public Field {
        known = List.copyOf(known);
    }

    /** A field without limits. */
    public static Field of(String name, Schema shape) {
        return new Field(name, shape, Ranges.NONE, List.of(), false, null, "");
    }

    /** The range that a controller takes, null for every value. */
    public @Nullable Allowed allowed() {
        return ranges.inForce();
    }

    /** The same field with a range, for controllers and at admission. */
    public Field within(Allowed range) {
        return ranged(new Ranges(range, range));
    }

    /** The same field with another range at admission, null for every value. */
    public Field admitting(@Nullable Allowed range) {
        return ranged(new Ranges(ranges.inForce(), range));
    }

    /** The same field with texts that have a meaning of their own. */
    public Field knowing(String... texts) {
        return new Field(name, shape, ranges, List.of(texts), emptyTextCounts, writtenWhenAbsent, meaning);
    }

    /** The same field, where an explicit empty text wins over the base. */
    public Field countingEmptyText() {
        return new Field(name, shape, ranges, known, true, writtenWhenAbsent, meaning);
    }

    /** The same field, reset to a text by every overlay that lacks it. */
    public Field resetTo(String text) {
        return new Field(name, shape, ranges, known, emptyTextCounts, TextNode.valueOf(text), meaning);
    }

    /** The same field, explained. */
    public Field means(String words) {
        return new Field(name, shape, ranges, known, emptyTextCounts, writtenWhenAbsent, words);
    }

    private Field ranged(Ranges other) {
        return new Field(name, shape, other, known, emptyTextCounts, writtenWhenAbsent, meaning);
    }
}
