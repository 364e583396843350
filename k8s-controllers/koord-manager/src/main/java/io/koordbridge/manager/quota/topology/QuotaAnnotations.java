package io.koordbridge.manager.quota.topology;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.api.document.text.QuantityReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Annotations of quotas: resource lists and arrays of texts. JSON null is an empty value; anything else refused. */
@PureCore
public final class QuotaAnnotations {

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    /** In characters; the API server takes no more in all annotations of an object. */
    private static final int LONGEST = 256 * 1024;

    /** Of a text that is shown in a problem. */
    private static final int SHOWN = 200;

    private QuotaAnnotations() {}

    /**
     * What was read.
     *
     * @param value null when the text is not acceptable
     * @param problem why not, empty otherwise
     */
    public record Read<T>(@Nullable T value, String problem) {

        /** The value, empty when there is a problem. */
        public Optional<T> accepted() {
            return Optional.ofNullable(value);
        }
    }

    /** A resource list; absent or empty text is an empty list. */
    public static Read<Map<String, Quantity>> resources(HasMetadata object, String key) {
        String text = AnnotationCodec.text(object, key).orElse("");
        return text.isEmpty() ? new Read<>(Map.of(), "") : read(key, text, QuotaAnnotations::quantities);
    }

    /** An array of texts; an absent annotation and an empty text are an empty array. */
    public static Read<List<String>> texts(HasMetadata object, String key) {
        return AnnotationCodec.text(object, key)
                .filter(text -> !text.isEmpty())
                .map(text -> read(key, text, QuotaAnnotations::array))
                .orElseGet(() -> new Read<>(List.of(), ""));
    }

    /** Namespaces bound to a quota; none when the annotation cannot be read. */
    public static List<String> namespaces(HasMetadata quota) {
        return texts(quota, Annotations.QUOTA_NAMESPACES).accepted().orElse(List.of());
    }

    private static <T> Read<T> read(String key, String text, Function<JsonNode, Optional<T>> rule) {
        if (text.length() > LONGEST) {
            return new Read<>(
                    null, "annotation " + key + " has " + text.length() + " characters, allowed: at most " + LONGEST);
        }
        try {
            JsonNode tree = MAPPER.readTree(text);
            Optional<T> value = rule.apply(tree);
            return value.map(present -> new Read<>(present, "")).orElseGet(() -> new Read<>(null, problem(key, text)));
        } catch (JsonProcessingException e) {
            return new Read<>(null, problem(key, text) + "; " + e.getOriginalMessage());
        }
    }

    private static String problem(String key, String text) {
        boolean list = key.endsWith("namespaces") || key.endsWith("keys");
        String allowed = list ? "an array of texts such as [\"a\"]" : "an object of quantities such as {\"cpu\": 4}";
        return "annotation " + key + " = " + shown(text) + ", allowed: " + allowed;
    }

    private static String shown(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }

    private static Optional<Map<String, Quantity>> quantities(JsonNode tree) {
        Map<String, Quantity> quantities = new TreeMap<>();
        if (tree.isNull()) {
            return Optional.of(quantities);
        }
        if (!tree.isObject()) {
            return Optional.empty();
        }
        for (Map.Entry<String, JsonNode> field : tree.properties()) {
            Optional<Quantity> quantity = QuantityReader.ofJson(field.getValue());
            if (quantity.isEmpty()) {
                return Optional.empty();
            }
            quantities.put(field.getKey(), quantity.get());
        }
        return Optional.of(quantities);
    }

    private static Optional<List<String>> array(JsonNode tree) {
        List<String> texts = new ArrayList<>();
        if (tree.isNull()) {
            return Optional.of(texts);
        }
        if (!tree.isArray()) {
            return Optional.empty();
        }
        for (JsonNode element : tree) {
            if (!element.isTextual() && !element.isNull()) {
                return Optional.empty();
            }
            texts.add(element.asText(""));
        }
        return Optional.of(texts);
    }
}
