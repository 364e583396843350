package io.koordbridge.koordlet.config;

import org.jspecify.annotations.Nullable;

/** Values of keys that are left out. */
public final class Defaults {

    private Defaults() {}

    /** The number, the default for 0. */
    public static int number(int value, int byDefault) {
        return value == 0 ? byDefault : value;
    }

    /** The number, the default for 0. */
    public static long number(long value, long byDefault) {
        return value == 0 ? byDefault : value;
    }

    /** The text, the default for null. */
    public static String text(@Nullable String value, String byDefault) {
        return value == null ? byDefault : value;
    }
}
