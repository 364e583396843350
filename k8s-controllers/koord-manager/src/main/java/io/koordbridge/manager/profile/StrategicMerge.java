package io.koordbridge.manager.profile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.manager.profile.PodListRules.Rule;
import io.koordbridge.protocol.PureCore;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Strategic merge of a patch onto a pod; manager specification section 9.2. Objects merge, null deletes, lists are replaced
 * unless {@link PodListRules} names a key; directives {@code $patch}, {@code $retainKeys}, {@code $deleteFromPrimitiveList},
 * {@code $setElementOrder}.
 */
@PureCore
final class StrategicMerge {

    private static final String DIRECTIVE = "$patch";
    private static final String RETAIN = "$retainKeys";
    private static final String DELETE_FROM = "$deleteFromPrimitiveList/";
    private static final String ORDER = "$setElementOrder/";

    private StrategicMerge() {}

    /** Changes the pod in place. */
    static void apply(ObjectNode pod, JsonNode patch) {
        if (!(patch instanceof ObjectNode object)) {
            throw new RefusedException("patch is not an object");
        }
        merge(pod, object, "");
    }

    static void merge(ObjectNode target, ObjectNode patch, String path) {
        String directive = patch.path(DIRECTIVE).asText("");
        switch (directive) {
            case "replace" -> {
                target.removeAll();
                target.setAll(plain(patch));
                return;
            }
            case "delete" -> {
                target.removeAll();
                return;
            }
            case "", "merge" -> {}
            default -> throw new RefusedException("patch: $patch '" + directive + "', allowed: replace, merge, delete");
        }
        retain(target, patch.get(RETAIN));
        for (Map.Entry<String, JsonNode> field : patch.properties()) {
            String name = field.getKey();
            if (name.startsWith(DELETE_FROM)) {
                deleteFrom(target, name.substring(DELETE_FROM.length()), field.getValue());
            } else if (name.startsWith(ORDER)) {
                reorder(target, name.substring(ORDER.length()), patch, field.getValue(), path);
            } else if (!name.startsWith("$")) {
                mergeField(target, name, field.getValue(), patch.get(ORDER + name), path);
            }
        }
    }

    private static void mergeField(
            ObjectNode target, String name, JsonNode value, @Nullable JsonNode order, String path) {
        String below = path.isEmpty() ? name : path + "." + name;
        JsonNode present = target.get(name);
        if (value.isNull()) {
            target.remove(name);
        } else if (value instanceof ObjectNode object) {
            if (present instanceof ObjectNode into) {
                merge(into, object, below);
            } else {
                target.set(name, plain(object));
            }
        } else if (value instanceof ArrayNode list) {
            target.set(name, KeyedLists.merge(present, list, order, below));
        } else {
            target.set(name, value);
        }
    }

    private static void retain(ObjectNode target, @Nullable JsonNode keys) {
        if (keys == null) {
            return;
        }
        Set<String> kept = new HashSet<>();
        keys.forEach(key -> kept.add(key.asText()));
        target.retain(kept);
    }

    private static void deleteFrom(ObjectNode target, String name, JsonNode values) {
        if (target.get(name) instanceof ArrayNode list) {
            Set<JsonNode> gone = new HashSet<>();
            values.forEach(gone::add);
            ArrayNode rest = JsonNodeFactory.instance.arrayNode();
            list.forEach(element -> {
                if (!gone.contains(element)) {
                    rest.add(element);
                }
            });
            target.set(name, rest);
        }
    }

    /** An order without a list in the patch orders what is there. */
    private static void reorder(ObjectNode target, String name, ObjectNode patch, JsonNode order, String path) {
        String below = path.isEmpty() ? name : path + "." + name;
        Rule rule = PodListRules.of(below);
        if (!patch.has(name) && target.get(name) instanceof ArrayNode list && rule.merges()) {
            target.set(name, KeyedLists.order(list, list, order, rule));
        }
    }

    /** A part of a patch that has nothing to be merged with: without nulls and directives. */
    static ObjectNode plain(ObjectNode patch) {
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> field : patch.properties()) {
            if (!field.getKey().startsWith("$") && !field.getValue().isNull()) {
                copy.set(field.getKey(), plainValue(field.getValue()));
            }
        }
        return copy;
    }

    private static JsonNode plainValue(JsonNode value) {
        if (value instanceof ObjectNode object) {
            return plain(object);
        }
        if (value instanceof ArrayNode list) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            for (JsonNode element : list) {
                if (!element.path(DIRECTIVE).asText("").equals("delete")) {
                    copy.add(plainValue(element));
                }
            }
            return copy;
        }
        return value;
    }
}
