package io.koordbridge.api.document;

import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.protocol.PureCore;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decodes a document of JSON into the record of its shape; readers of documents are its only callers. */
@PureCore
public final class JsonDocument {

    private JsonDocument() {}

    /**
     * The annotation of an object. One that is too long counts as unreadable.
     *
     * @param allowed what may stand there, in words, for the message about another value
     */
    public static <T> Decoded<T> of(HasMetadata object, String key, Class<T> type, String allowed) {
        Optional<String> tooLong = AnnotationCodec.tooLong(object, key);
        return tooLong.isPresent()
                ? Decoded.unreadable(new WireProblem(key, "", tooLong.get(), allowed))
                : of(AnnotationCodec.text(object, key).orElse(null), key, type, allowed);
    }

    /**
     * A text.
     *
     * @param text null when absent; the JSON value null is an absent document as well
     */
    public static <T> Decoded<T> of(@Nullable String text, String key, Class<T> type, String allowed) {
        if (text == null) {
            return Decoded.absent();
        }
        try {
            T value = AnnotationCodec.decode(key, key, text, type);
            return value == null ? Decoded.absent() : Decoded.of(value);
        } catch (BadAnnotationException e) {
            boolean part = e.getCause() instanceof MismatchedInputException cause
                    && !cause.getPath().isEmpty();
            return Decoded.unreadable(new WireProblem(key, "", text, part ? allowed + "; " + e.problem() : allowed));
        }
    }
}
