package io.koordbridge.sloconfig;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import org.jspecify.annotations.Nullable;

/**
 * One field of an object.
 *
 * @param name canonical spelling; documents may use any case
 * @param allowed range of the value, null when every value is accepted
 * @param emptyTextCounts whether an explicit empty text overrides a base value
 * @param writtenWhenAbsent value that an overlay writes although its document lacks the field
 */
public record Field(
        String name,
        Shape shape,
        @Nullable Allowed allowed,
        boolean emptyTextCounts,
        @Nullable JsonNode writtenWhenAbsent) {

    /** A field without limits. */
    public static Field of(String name, Shape shape) {
        return new Field(name, shape, null, false, null);
    }

    /** The same field with a range. */
    public Field within(Allowed range) {
        return new Field(name, shape, range, emptyTextCounts, writtenWhenAbsent);
    }

    /** The same field, where an explicit empty text wins over the base. */
    public Field countingEmptyText() {
        return new Field(name, shape, allowed, true, writtenWhenAbsent);
    }

    /** The same field, reset to a text by every overlay that lacks it. */
    public Field resetTo(String text) {
        return new Field(name, shape, allowed, emptyTextCounts, TextNode.valueOf(text));
    }
}
