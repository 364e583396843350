package io.koordbridge.sloconfig.review;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.Field;
import io.koordbridge.sloconfig.ListShape;
import io.koordbridge.sloconfig.ObjectShape;
import io.koordbridge.sloconfig.Shape;
import java.util.Map;
import java.util.TreeMap;

/** Texts that are read but have no meaning of their own: most often a slip of the pen. */
@PureCore
final class UnknownTexts {

    private UnknownTexts() {}

    /** Fields of such texts by path. */
    static Map<String, Field> of(JsonNode tree, ObjectShape shape) {
        Map<String, Field> found = new TreeMap<>();
        object(tree, shape, "", found);
        return found;
    }

    private static void object(JsonNode tree, ObjectShape shape, String path, Map<String, Field> found) {
        for (Field field : shape.fields()) {
            JsonNode value = tree.get(field.name());
            if (value == null) {
                continue;
            }
            String text = value.asText();
            if (!field.known().isEmpty() && !text.isEmpty() && !field.known().contains(text)) {
                found.put(path + field.name(), field);
            }
            below(value, field.shape(), path + field.name(), found);
        }
    }

    private static void below(JsonNode value, Shape shape, String path, Map<String, Field> found) {
        if (shape instanceof ObjectShape object) {
            object(value, object, path + ".", found);
        } else if (shape instanceof ListShape list && list.element() instanceof ObjectShape element) {
            for (int i = 0; i < value.size(); i++) {
                object(value.get(i), element, path + "[" + i + "].", found);
            }
        }
    }
}
