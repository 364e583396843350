package io.koordbridge.admission.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.admission.mutation.PodListRules.Rule;
import io.koordbridge.protocol.PureCore;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Strategic merge of a patch onto a pod or Reservation; manager specification section 9.2. Objects merge, null deletes, lists
 * are replaced unless {@link PodListRules} says otherwise; directives {@code $patch}, {@code $retainKeys},
 * {@code $deleteFromPrimitiveList}, {@code $setElementOrder}. What the patch sets anew comes without directives.
 */
@PureCore
final class StrategicMerge {

    static final String DIRECTIVE = "$patch";
    private static final String MARK = "$";
    private static final String RETAIN = "$retainKeys";
    private static final String DELETE_FROM = "$deleteFromPrimitiveList/";
    private static final String ORDER = "$setElementOrder/";

    private StrategicMerge() {}

    /** Changes the object in place. */
    static void apply(ObjectNode object, JsonNode patch) {
        if (!(patch instanceof ObjectNode changes)) {
            throw new RefusedException("patch is not an object");
        }
        merge(object, changes, "");
    }

    static void merge(ObjectNode target, ObjectNode patch, String path) {
        JsonNode directive = patch.get(DIRECTIVE);
        if (directive != null) {
            direct(target, patch, directive);
            return;
        }
        retain(target, patch);
        for (Map.Entry<String, JsonNode> field : patch.properties()) {
            String name = field.getKey();
            if (name.startsWith(ORDER)) {
                ListMerge list = new ListMerge(target, name.substring(ORDER.length()), path);
                list.mergeOrdered(patch.get(list.name()), field.getValue());
            } else if (name.startsWith(DELETE_FROM)) {
                new ListMerge(target, name.substring(DELETE_FROM.length()), path).delete(field.getValue());
            } else if (!name.startsWith(MARK) && !patch.has(ORDER + name)) {
                mergeField(target, name, field.getValue(), path);
            }
        }
    }

    private static void direct(ObjectNode target, ObjectNode patch, JsonNode directive) {
        switch (directive.asText("")) {
            case "replace" -> {
                target.removeAll();
                target.setAll((ObjectNode) undirected(patch));
            }
            case "delete" -> target.removeAll();
            default -> throw new RefusedException("patch: $patch " + directive + ", allowed: replace, delete");
        }
    }

    private static void mergeField(ObjectNode target, String name, JsonNode value, String path) {
        JsonNode present = target.get(name);
        if (value.isNull()) {
            target.remove(name);
        } else if (value instanceof ObjectNode object && present instanceof ObjectNode into) {
            merge(into, object, below(path, name));
        } else if (value instanceof ObjectNode object && PodListRules.isNeverAbsent(below(path, name))) {
            merge(PodTree.child(target, name), object, below(path, name));
        } else if (value instanceof ArrayNode list && present instanceof ArrayNode before) {
            target.set(name, KeyedLists.merge(before, list, PodListRules.of(below(path, name)), below(path, name)));
        } else {
            fresh(value).ifPresentOrElse(anew -> target.set(name, anew), () -> target.remove(name));
        }
    }

    /** Every key of the patch must be among those to retain. */
    private static void retain(ObjectNode target, ObjectNode patch) {
        JsonNode keys = patch.get(RETAIN);
        if (keys == null) {
            return;
        }
        if (!keys.isArray()) {
            throw new RefusedException("patch: " + RETAIN + " is not a list");
        }
        Set<String> kept = new HashSet<>();
        keys.forEach(key -> kept.add(key.asText()));
        for (Map.Entry<String, JsonNode> field : patch.properties()) {
            boolean free = field.getKey().startsWith(MARK) || field.getValue().isNull();
            if (!free && !kept.contains(field.getKey())) {
                throw new RefusedException("patch: '" + field.getKey() + "' is not among " + RETAIN + " " + keys);
            }
        }
        target.retain(kept);
    }

    /** A value that has nothing to be merged with: without nulls; objects that carry a directive are left out. */
    static Optional<JsonNode> fresh(JsonNode value) {
        if (value instanceof ObjectNode object) {
            ObjectNode copy = JsonNodeFactory.instance.objectNode();
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                if (!field.getKey().startsWith(MARK) && !field.getValue().isNull()) {
                    fresh(field.getValue()).ifPresent(anew -> copy.set(field.getKey(), anew));
                }
            }
            return object.has(DIRECTIVE) ? Optional.empty() : Optional.of(copy);
        }
        if (value instanceof ArrayNode list) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            list.forEach(element -> fresh(element).ifPresent(copy::add));
            return Optional.of(copy);
        }
        return Optional.of(value);
    }

    /** A value taken as a whole: directives in it are fields that no pod has. */
    static JsonNode undirected(JsonNode value) {
        if (value instanceof ObjectNode object) {
            ObjectNode copy = JsonNodeFactory.instance.objectNode();
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                if (!field.getKey().startsWith(MARK) && !field.getValue().isNull()) {
                    copy.set(field.getKey(), undirected(field.getValue()));
                }
            }
            return copy;
        }
        if (value instanceof ArrayNode list) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            list.forEach(element -> copy.add(undirected(element)));
            return copy;
        }
        return value;
    }

    private static String below(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    /** Directives about a list of the target. */
    private record ListMerge(ObjectNode target, String name, String path) {

        private Rule rule() {
            return PodListRules.of(below(path, name));
        }

        /** Merges the patch's list if it has one, then brings the elements into the explicit order. */
        void mergeOrdered(@Nullable JsonNode patched, JsonNode order) {
            if (!order.isArray()) {
                throw new RefusedException("patch: " + ORDER + name + " is not a list");
            }
            if (patched != null && !patched.isArray()) {
                throw new RefusedException("patch: " + ORDER + name + " orders " + patched + ", which is not a list");
            }
            if (patched instanceof ArrayNode list && rule().merges()) {
                KeyedLists.requireOrder(list, order, rule(), name);
            }
            JsonNode before = target.get(name);
            if (patched != null) {
                mergeField(target, name, patched, path);
            }
            if (target.get(name) instanceof ArrayNode merged && rule().merges()) {
                target.set(
                        name,
                        KeyedLists.order(merged, before instanceof ArrayNode list ? list : merged, order, rule()));
            }
        }

        /** Takes values out of a set of plain values; any other list becomes what is given, as in the reference. */
        void delete(JsonNode values) {
            if (values.isNull()) {
                target.remove(name);
            } else if (target.get(name) instanceof ArrayNode list && values instanceof ArrayNode given) {
                target.set(name, rule().merges() ? without(list, given) : undirected(given));
            }
        }

        private ArrayNode without(ArrayNode list, ArrayNode given) {
            if (rule().key() != null) {
                throw new RefusedException("patch: " + DELETE_FROM + name + " is for lists of plain values");
            }
            Set<JsonNode> gone = new HashSet<>();
            given.forEach(gone::add);
            ArrayNode rest = JsonNodeFactory.instance.arrayNode();
            list.forEach(element -> {
                if (!gone.contains(element)) {
                    rest.add(element);
                }
            });
            return rest;
        }
    }
}
