package io.koordbridge.sloconfig;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.protocol.PureCore;
import java.util.Map;

/** Goes through a decoded tree together with its shape. */
@PureCore
public final class SchemaVisitor {

    private final Visitor visitor;

    private SchemaVisitor(Visitor visitor) {
        this.visitor = visitor;
    }

    /** Visits a tree, outer values first, in the order of the schema. */
    public interface Visitor {

        /** A field that is set. */
        void field(Field field, JsonNode value, String path);

        /**
         * An object, after its fields.
         *
         * @param path empty, or with a dot at its end
         */
        default void object(ObjectSchema shape, JsonNode tree, String path) {}
    }

    /**
     * Visits everything below an object.
     *
     * @param path of the object, empty or with a dot at its end
     */
    public static void through(JsonNode tree, ObjectSchema shape, String path, Visitor visitor) {
        new SchemaVisitor(visitor).object(tree, shape, path);
    }

    private void object(JsonNode tree, ObjectSchema shape, String path) {
        for (Field field : shape.fields()) {
            JsonNode value = tree.get(field.name());
            if (value != null) {
                visitor.field(field, value, path + field.name());
                below(value, field.shape(), path + field.name());
            }
        }
        visitor.object(shape, tree, path);
    }

    private void below(JsonNode value, Schema shape, String path) {
        if (shape instanceof ObjectSchema object) {
            object(value, object, path + ".");
        } else if (shape instanceof ListSchema list) {
            for (int i = 0; i < value.size(); i++) {
                below(value.get(i), list.element(), path + "[" + i + "]");
            }
        } else if (shape instanceof MapSchema map) {
            for (Map.Entry<String, JsonNode> entry : value.properties()) {
                below(entry.getValue(), map.value(), path + "." + entry.getKey());
            }
        }
    }
}
