package io.koordbridge.koordlet.cluster.override;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.protocol.PureCore;
import java.util.Optional;
import java.util.function.Function;

/**
 * An annotation of pods that a strategy defines, and the key of its value.
 *
 * @param <T> what it says
 */
@PureCore
public final class OverrideKey<T> {

    private final String annotation;
    private final String allowed;
    private final Function<String, T> decoder;

    /**
     * A key; a constant of the strategy's package.
     *
     * @param allowed what the text may be, for the message about one that is not
     * @param decoder throws IllegalArgumentException for any other text
     */
    public OverrideKey(String annotation, String allowed, Function<String, T> decoder) {
        this.annotation = annotation;
        this.allowed = allowed;
        this.decoder = decoder;
    }

    public String annotation() {
        return annotation;
    }

    String allowed() {
        return allowed;
    }

    T decode(String text) {
        return decoder.apply(text);
    }

    /**
     * What a document says.
     *
     * @return empty for a document that is JSON null
     * @throws IllegalArgumentException when it has a problem
     */
    public static <V> Optional<V> required(Decoded<V> document) {
        if (!document.isGood()) {
            throw new IllegalArgumentException(document.problems().get(0).message());
        }
        return document.found();
    }

    @Override
    public String toString() {
        return annotation;
    }
}
