package io.koordbridge.api.document;

import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A wire document as it was read.
 *
 * @param value what it says; null where it is absent or cannot be read at all. With problems beside it, it is what is left once the
 *     wrong parts are taken out
 * @param problems what is wrong, empty for a good or an absent document
 */
@PureCore
public record Decoded<T>(@Nullable T value, List<WireProblem> problems) {

    public Decoded {
        problems = List.copyOf(problems);
    }

    /** The object has no such document. */
    public static <T> Decoded<T> absent() {
        return new Decoded<>(null, List.of());
    }

    /** A document without a problem. */
    public static <T> Decoded<T> of(T value) {
        return new Decoded<>(value, List.of());
    }

    /** A document that cannot be read. */
    public static <T> Decoded<T> unreadable(WireProblem problem) {
        return new Decoded<>(null, List.of(problem));
    }

    /** Whether all that is there could be read. */
    public boolean isGood() {
        return problems.isEmpty();
    }

    /** Whether there is no document; an unreadable one is there. */
    public boolean isAbsent() {
        return value == null && problems.isEmpty();
    }

    /** The value, whether or not a part of the document is wrong. */
    public Optional<T> found() {
        return Optional.ofNullable(value);
    }

    /** The value, or what takes the place of an absent or unreadable one. */
    public T orElse(T other) {
        return value == null ? other : value;
    }

    /**
     * The last good value stays while the document has a problem; product design 3.28.
     *
     * @param last what held before, null when there was nothing
     * @return null when there is no document, or only a bad one without a value before it
     */
    public @Nullable T orLast(@Nullable T last) {
        return isGood() ? value : last;
    }

    /**
     * The last good value stays while the document has a problem. Where there was none, what could be read of the document counts.
     *
     * @param other of an absent document, and of one of which nothing could be read
     */
    public T orLast(@Nullable T last, T other) {
        return Objects.requireNonNullElse(orLast(last), orElse(other));
    }

    /** The same with a value that is made of this one. */
    public <R> Decoded<R> map(Function<T, R> change) {
        return new Decoded<>(value == null ? null : change.apply(value), problems);
    }
}
