package io.koordbridge.colo.answer;

import org.jspecify.annotations.Nullable;

/** Fields that an answer must have. */
final class Required {

    private Required() {}

    static <T> T field(String name, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException("the field \"" + name + "\" is missing");
        }
        return value;
    }
}
