package io.koordbridge.sloconfig.reference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.Allowed;
import io.koordbridge.sloconfig.Field;
import io.koordbridge.sloconfig.ListSchema;
import io.koordbridge.sloconfig.MapSchema;
import io.koordbridge.sloconfig.ObjectSchema;
import io.koordbridge.sloconfig.ObjectSchema.Exclusion;
import io.koordbridge.sloconfig.ObjectSchema.Order;
import io.koordbridge.sloconfig.Scalar;
import io.koordbridge.sloconfig.Schema;
import io.koordbridge.sloconfig.catalog.Actor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Table rows of the fields of an object, inner fields by their path. */
@PureCore
final class FieldRows {

    private final List<String> rows = new ArrayList<>();
    private final String key;

    private FieldRows(String key) {
        this.key = key;
    }

    /**
     * One row per field; fields of the same schema share one row.
     *
     * @param key of the config map
     */
    static List<String> of(String key, ObjectSchema shape, JsonNode defaults) {
        FieldRows table = new FieldRows(key);
        table.object(shape, defaults, "");
        return table.rows;
    }

    private void object(ObjectSchema shape, JsonNode defaults, String path) {
        Map<Schema, String> told = new HashMap<>();
        for (Field field : shape.fields()) {
            String at = path + field.name();
            JsonNode value = defaults.path(field.name());
            String like = field.shape() instanceof ObjectSchema ? told.putIfAbsent(field.shape(), at) : null;
            row(shape, field, at, value, like);
            if (like == null) {
                below(field.shape(), value, at);
            }
        }
    }

    private void below(Schema shape, JsonNode defaults, String path) {
        if (shape instanceof ObjectSchema object) {
            object(object, defaults, path + ".");
        } else if (shape instanceof ListSchema list) {
            below(list.element(), MissingNode.getInstance(), path + "[]");
        } else if (shape instanceof MapSchema map) {
            below(map.value(), MissingNode.getInstance(), path + ".*");
        }
    }

    private void row(ObjectSchema shape, Field field, String path, JsonNode value, @Nullable String like) {
        String type = like == null ? type(field) : "like `" + like + "`";
        rows.add("| `%s` | %s | %s | %s | %s | %s | %s |"
                .formatted(
                        path,
                        type,
                        defaultOf(field, value),
                        words(field.ranges().inForce()),
                        admitted(shape, field),
                        Actor.of(key, path).words(),
                        field.meaning()));
    }

    private static String type(Field field) {
        StringJoiner known = new StringJoiner(", ", ": ", "").setEmptyValue("");
        field.known().forEach(text -> known.add("`" + text + "`"));
        return type(field.shape()) + known;
    }

    private static String type(Schema shape) {
        if (shape instanceof ListSchema list) {
            return "list of " + type(list.element());
        }
        if (shape instanceof MapSchema map) {
            return "map of " + type(map.value());
        }
        return shape instanceof Scalar scalar ? type(scalar) : "object";
    }

    private static String type(Scalar scalar) {
        return switch (scalar) {
            case BOOLEAN -> "bool";
            case INT64 -> "int";
            case INT32 -> "int32";
            case DOUBLE -> "number";
            case TEXT -> "text";
            case QUANTITY -> "quantity";
            case DURATION -> "duration";
            case INT_OR_TEXT -> "int or text";
            case ANY -> "any";
        };
    }

    private static String defaultOf(Field field, JsonNode value) {
        boolean inner = field.shape() instanceof ObjectSchema;
        return inner || value.isMissingNode() ? "" : "`" + value + "`";
    }

    private static String admitted(ObjectSchema shape, Field field) {
        StringJoiner words = new StringJoiner("; ");
        words.setEmptyValue("");
        if (field.ranges().admitted() != null) {
            words.add(words(field.ranges().admitted()));
        }
        for (Order order : shape.orders()) {
            if (order.lower().equals(field.name())) {
                words.add("< `" + order.upper() + "`");
            } else if (order.upper().equals(field.name())) {
                words.add("> `" + order.lower() + "`");
            }
        }
        for (Exclusion exclusion : shape.exclusions()) {
            if (exclusion.one().contains(field.name())) {
                words.add("not beside `" + String.join("`, `", exclusion.other()) + "`");
            } else if (exclusion.other().contains(field.name())) {
                words.add("not beside `" + String.join("`, `", exclusion.one()) + "`");
            }
        }
        return words.toString();
    }

    private static String words(@Nullable Allowed allowed) {
        return allowed == null ? "" : allowed.words();
    }
}
