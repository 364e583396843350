package io.koordbridge.api.annotation;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.binding.BindingProblems;
import io.koordbridge.api.binding.StrictBinding;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes annotations that hold JSON. What others write is read as the reference reads it: names in any case, texts
 * and numbers not mixed up, null entries left out, every quantity one that can be calculated with. Output is canonical: map
 * keys sorted, absent fields left out.
 */
public final class AnnotationCodec {

    /**
     * The most characters of an annotation of a pod or a Reservation, which their owners write; larger ones are no wishes of a person
     * and are read nowhere. What others have is bounded by the API server (256 KiB).
     */
    public static final int LONGEST = 16_384;

    private static final Set<String> OF_TENANTS = Set.of("Pod", "Reservation");

    private static final ObjectMapper MAPPER = StrictBinding.mapper()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_PROPERTIES)
            .defaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.SKIP))
            .addMixIn(Quantity.class, StrictQuantity.MixIn.class)
            .build();

    private AnnotationCodec() {}

    /** The raw text of an annotation, empty when the object has none, or one that is too long. */
    public static Optional<String> text(HasMetadata object, String key) {
        return whole(object, key).filter(text -> !isTooLong(object, text));
    }

    /** Why an annotation is not read though the object has it; empty when it is read. */
    public static Optional<String> tooLong(HasMetadata object, String key) {
        return whole(object, key)
                .filter(text -> isTooLong(object, text))
                .map(text -> text.length() + " characters are not read, allowed are " + LONGEST);
    }

    private static Optional<String> whole(HasMetadata object, String key) {
        Map<String, String> annotations =
                object.getMetadata() == null ? null : object.getMetadata().getAnnotations();
        return annotations == null ? Optional.empty() : Optional.ofNullable(annotations.get(key));
    }

    private static boolean isTooLong(HasMetadata object, String text) {
        return text.length() > LONGEST && OF_TENANTS.contains(object.getKind());
    }

    /**
     * Decodes an annotation of an object.
     *
     * @return empty when the annotation is absent
     * @throws BadAnnotationException naming object, key and value when it does not decode or is too long
     */
    public static <T> Optional<T> read(HasMetadata object, String key, Class<T> type) {
        return read(object.getKind() + "/" + object.getMetadata().getName(), object, key, type);
    }

    /** The same, of an object that is called so in messages. */
    public static <T> Optional<T> read(String objectName, HasMetadata object, String key, Class<T> type) {
        Optional<String> problem = tooLong(object, key);
        if (problem.isPresent()) {
            throw new BadAnnotationException(objectName, key, whole(object, key).orElse(""), problem.get(), null);
        }
        return text(object, key).map(text -> decode(objectName, key, text, type));
    }

    /**
     * Decodes a text.
     *
     * @return null when the text is the JSON value null
     * @throws BadAnnotationException naming object, key and value when it does not decode
     */
    public static <T> @Nullable T decode(String objectName, String key, String text, Class<T> type) {
        try (JsonParser parser = MAPPER.createParser(text)) {
            T value = MAPPER.readValue(parser, type);
            // FAIL_ON_TRAILING_TOKENS would also strike inside the quantity reader, which reads a subtree.
            if (parser.nextToken() != null) {
                throw new JsonParseException(parser, "text after the end of the document");
            }
            return value;
        } catch (JsonProcessingException e) {
            throw new BadAnnotationException(objectName, key, text, words(e, text), e);
        } catch (IOException e) {
            throw new BadAnnotationException(objectName, key, text, String.valueOf(e.getMessage()), e);
        }
    }

    private static String words(JsonProcessingException failure, String text) {
        try {
            return failure instanceof MismatchedInputException mismatch
                    ? BindingProblems.of(mismatch, MAPPER.readTree(text), "")
                    : failure.getOriginalMessage();
        } catch (JsonProcessingException noJson) {
            return noJson.getOriginalMessage();
        }
    }

    /** Canonical JSON of a value. */
    public static String write(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write " + value.getClass().getSimpleName() + " as JSON", e);
        }
    }
}
