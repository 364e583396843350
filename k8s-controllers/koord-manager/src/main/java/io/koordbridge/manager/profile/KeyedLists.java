package io.koordbridge.manager.profile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.manager.profile.PodListRules.Rule;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Merges a list of a patch into a list of the pod. */
@PureCore
final class KeyedLists {

    private static final String DIRECTIVE = "$patch";

    private KeyedLists() {}

    /**
     * The merged list.
     *
     * @param present what the pod has, anything but a list counts as nothing
     * @param order explicit order of the elements, null for that of the patch
     */
    static ArrayNode merge(@Nullable JsonNode present, ArrayNode patch, @Nullable JsonNode order, String path) {
        Rule rule = PodListRules.of(path);
        if (!rule.merges()) {
            return values(patch);
        }
        ArrayNode before = present instanceof ArrayNode list ? list : JsonNodeFactory.instance.arrayNode();
        for (JsonNode element : patch) {
            if (element.path(DIRECTIVE).asText("").equals("replace")) {
                return values(patch);
            }
        }
        List<JsonNode> merged = new ArrayList<>();
        before.forEach(merged::add);
        ArrayNode patched = JsonNodeFactory.instance.arrayNode();
        for (JsonNode element : patch) {
            int at = indexOf(merged, element, rule);
            boolean delete = element.path(DIRECTIVE).asText("").equals("delete");
            if (delete && at >= 0) {
                merged.remove(at);
            } else if (!delete) {
                patched.add(element);
                put(merged, at, element, path);
            }
        }
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        merged.forEach(result::add);
        return order(result, before, order == null ? patched : order, rule);
    }

    private static void put(List<JsonNode> merged, int at, JsonNode element, String path) {
        if (at < 0) {
            merged.add(element instanceof ObjectNode object ? StrategicMerge.plain(object) : element);
        } else if (merged.get(at) instanceof ObjectNode target && element instanceof ObjectNode change) {
            ObjectNode copy = target.deepCopy();
            StrategicMerge.merge(copy, change, path);
            merged.set(at, copy);
        }
    }

    /**
     * Elements named by the order come in that order; the others keep their places between them as far as the list before
     * tells.
     */
    static ArrayNode order(ArrayNode merged, ArrayNode before, JsonNode order, Rule rule) {
        List<JsonNode> named = new ArrayList<>();
        List<JsonNode> others = new ArrayList<>();
        List<JsonNode> wanted = new ArrayList<>();
        order.forEach(wanted::add);
        for (JsonNode element : merged) {
            (indexOf(wanted, element, rule) >= 0 ? named : others).add(element);
        }
        named.sort(Comparator.comparingInt(element -> indexOf(wanted, element, rule)));
        List<JsonNode> places = new ArrayList<>();
        before.forEach(places::add);
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        int next = 0;
        for (JsonNode element : named) {
            int place = indexOf(places, element, rule);
            while (next < others.size() && place >= 0 && isBefore(places, others.get(next), place, rule)) {
                result.add(others.get(next++));
            }
            result.add(element);
        }
        others.subList(next, others.size()).forEach(result::add);
        return result;
    }

    private static boolean isBefore(List<JsonNode> places, JsonNode element, int place, Rule rule) {
        int own = indexOf(places, element, rule);
        return own >= 0 && own < place;
    }

    private static int indexOf(List<JsonNode> list, JsonNode element, Rule rule) {
        for (int i = 0; i < list.size(); i++) {
            if (identity(list.get(i), rule).equals(identity(element, rule))) {
                return i;
            }
        }
        return -1;
    }

    private static JsonNode identity(JsonNode element, Rule rule) {
        if (rule.key() == null) {
            return element;
        }
        JsonNode key = element.get(rule.key());
        if (key == null) {
            throw new RefusedException("patch: a list element has no '" + rule.key() + "': " + element);
        }
        return key;
    }

    private static ArrayNode values(ArrayNode patch) {
        ArrayNode values = JsonNodeFactory.instance.arrayNode();
        for (JsonNode element : patch) {
            boolean directiveOnly = element.has(DIRECTIVE) && element.size() == 1;
            boolean deleted = element.path(DIRECTIVE).asText("").equals("delete");
            if (!directiveOnly && !deleted) {
                values.add(element instanceof ObjectNode object ? StrategicMerge.plain(object) : element);
            }
        }
        return values;
    }
}
