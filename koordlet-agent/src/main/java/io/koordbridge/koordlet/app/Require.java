package io.koordbridge.koordlet.app;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ranges of configuration values. */
final class Require {

    private Require() {}

    /** The value, the default for 0, an exception naming key, value and range otherwise. */
    static int orDefault(String key, int value, int byDefault, int lowest, int highest) {
        return value == 0 ? byDefault : within(key, value, lowest, highest);
    }

    /** The value, the default for 0, an exception naming key, value and range otherwise. */
    static long orDefault(String key, long value, long byDefault, long lowest, long highest) {
        return value == 0 ? byDefault : within(key, value, lowest, highest);
    }

    /** The value, an exception naming key, value and range otherwise. */
    static int within(String key, int value, int lowest, int highest) {
        return Math.toIntExact(within(key, (long) value, lowest, highest));
    }

    /** The text, the default for null, an exception naming the key when it is empty. */
    static String notEmpty(String key, @Nullable String value, String byDefault) {
        if (value != null && value.isBlank()) {
            throw new IllegalArgumentException(key + " = '" + value + "': want a text that is not empty");
        }
        return value == null ? byDefault : value;
    }

    /** An exception naming key, value and what is allowed unless the text is one of these, in capitals or not. */
    static void oneOf(String key, String value, List<String> allowed) {
        if (allowed.stream().noneMatch(value.strip()::equalsIgnoreCase)) {
            throw new IllegalArgumentException(key + " = '" + value + "': want one of " + String.join(", ", allowed));
        }
    }

    private static long within(String key, long value, long lowest, long highest) {
        if (value < lowest || value > highest) {
            throw new IllegalArgumentException(key + " = " + value + ": want " + lowest + " to " + highest);
        }
        return value;
    }
}
