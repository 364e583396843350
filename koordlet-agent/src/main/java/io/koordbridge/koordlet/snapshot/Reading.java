package io.koordbridge.koordlet.snapshot;

import java.util.Optional;

/**
 * A value, or why it could not be read.
 *
 * @param problem empty with a value
 */
public record Reading<T>(Optional<T> value, String problem) {

    /** A value. */
    public static <T> Reading<T> of(T value) {
        return new Reading<>(Optional.of(value), "");
    }

    /** No value. */
    public static <T> Reading<T> failed(String problem) {
        return new Reading<>(Optional.empty(), problem);
    }
}
