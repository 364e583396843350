package io.koordbridge.sloconfig;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.ObjectSchema.Exclusion;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lays one document over another; manager specification section 5.1. Scalars win, objects merge, map keys unite, list
 * elements are laid over the base's element of the same index; absent fields, empty lists and empty maps keep the base. Of two
 * ways that exclude each other the one that the upper document uses takes the place of the lower document's; fields that only refine
 * the other way have no effect then.
 */
@PureCore
public final class Overlay {

    private Overlay() {}

    /** A new tree; neither argument changes. */
    public static ObjectNode merge(ObjectNode base, ObjectNode over, ObjectSchema shape) {
        ObjectNode result = base.deepCopy();
        Set<String> idle = new HashSet<>();
        for (Exclusion exclusion : shape.exclusions()) {
            boolean first = says(over, shape, exclusion.one());
            boolean second = says(over, shape, exclusion.other());
            replace(result, first, second, exclusion);
            if (!first && !second) {
                idle.addAll(idle(result, exclusion));
            }
        }
        for (Field field : shape.fields()) {
            JsonNode value = over.get(field.name());
            if (value == null) {
                value = field.writtenWhenAbsent();
            }
            if (value != null && counts(field, value) && !(idle.contains(field.name()) && inRange(field, value))) {
                result.set(field.name(), lay(result.get(field.name()), value, field.shape()));
            }
        }
        return result;
    }

    private static void replace(ObjectNode base, boolean first, boolean second, Exclusion exclusion) {
        if (first) {
            base.remove(exclusion.other());
        }
        if (second) {
            base.remove(exclusion.one());
        }
    }

    /** Fields that only refine the way that the base does not use. */
    private static List<String> idle(ObjectNode base, Exclusion exclusion) {
        if (base.has(exclusion.other().get(0))) {
            return exclusion.one();
        }
        return base.has(exclusion.one().get(0)) ? exclusion.other() : List.of();
    }

    /** Outside its range a value is laid over all the same, so that it is found. */
    private static boolean inRange(Field field, JsonNode value) {
        return field.allowed() == null || field.allowed().accepts(value);
    }

    private static boolean says(ObjectNode over, ObjectSchema shape, List<String> way) {
        return shape.fields().stream()
                .filter(field -> field.name().equals(way.get(0)))
                .anyMatch(field -> over.has(field.name()) && counts(field, over.get(field.name())));
    }

    private static boolean counts(Field field, JsonNode value) {
        if (value.isTextual() && value.textValue().isEmpty()) {
            return field.emptyTextCounts();
        }
        boolean collection = field.shape() instanceof ListSchema || field.shape() instanceof MapSchema;
        return !collection || !value.isEmpty();
    }

    private static JsonNode lay(@Nullable JsonNode base, JsonNode over, Schema shape) {
        if (shape instanceof ObjectSchema object && over instanceof ObjectNode top) {
            ObjectNode bottom = base instanceof ObjectNode node ? node : JsonNodeFactory.instance.objectNode();
            return merge(bottom, top, object);
        }
        if (shape instanceof MapSchema map && over instanceof ObjectNode top) {
            ObjectNode result =
                    base instanceof ObjectNode node ? node.deepCopy() : JsonNodeFactory.instance.objectNode();
            for (Map.Entry<String, JsonNode> entry : top.properties()) {
                result.set(entry.getKey(), lay(null, entry.getValue(), map.value()));
            }
            return result;
        }
        if (shape instanceof ListSchema list && over instanceof ArrayNode top) {
            ArrayNode result = JsonNodeFactory.instance.arrayNode();
            for (int i = 0; i < top.size(); i++) {
                result.add(lay(base == null ? null : base.get(i), top.get(i), list.element()));
            }
            return result;
        }
        return over.deepCopy();
    }
}
