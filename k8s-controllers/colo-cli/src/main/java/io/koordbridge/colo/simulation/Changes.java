package io.koordbridge.colo.simulation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.koordbridge.colo.answer.ApiReader;
import io.koordbridge.protocol.PureCore;
import java.util.Map;

/** Another configuration: the stored one with some fields of the cluster's part changed. */
@PureCore
final class Changes {

    private Changes() {}

    /**
     * The text of {@code colocation-config} with the changes.
     *
     * @param text as it is stored, empty for none
     * @param changes by path with dots, values as JSON or as plain text
     * @throws IllegalArgumentException when the stored text is no object, or a path leads through a value
     */
    static String apply(String text, Map<String, String> changes) {
        ObjectNode document = document(text);
        changes.forEach((path, value) -> set(document, path, value));
        return document.toString();
    }

    /** A text as an object, an empty one for none. */
    static ObjectNode document(String text) {
        if (text.isBlank()) {
            return ApiReader.JSON.createObjectNode();
        }
        if (read(text) instanceof ObjectNode stored) {
            return stored;
        }
        throw new IllegalArgumentException("the stored colocation-config is no JSON object: colo config validate");
    }

    private static void set(ObjectNode document, String path, String value) {
        ObjectNode at = document;
        String[] names = path.split("\\.", -1);
        for (int i = 0; i < names.length - 1; i++) {
            JsonNode inner = at.path(names[i]);
            if ((inner.isValueNode() && !inner.isNull()) || inner.isArray()) {
                throw new IllegalArgumentException(path + ": " + names[i] + " is no object");
            }
            at = inner instanceof ObjectNode object ? object : at.putObject(names[i]);
        }
        at.set(names[names.length - 1], read(value));
    }

    private static JsonNode read(String text) {
        try {
            return ApiReader.JSON.readTree(text);
        } catch (JsonProcessingException e) {
            return TextNode.valueOf(text);
        }
    }
}
