package io.koordbridge.answers;

import org.jspecify.annotations.Nullable;

/** Fields that an answer must have. */
public final class Required {

    private Required() {}

    /**
     * The value of a field.
     *
     * @throws IllegalArgumentException naming the field when it is missing
     */
    public static <T> T field(String name, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException("the field \"" + name + "\" is missing");
        }
        return value;
    }
}
