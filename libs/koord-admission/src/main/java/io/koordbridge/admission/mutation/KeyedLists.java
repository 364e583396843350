package io.koordbridge.admission.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.admission.mutation.PodListRules.Rule;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Merges a list of a patch into a list of the pod. */
@PureCore
final class KeyedLists {

    private KeyedLists() {}

    /** The merged list: an element of the patch changes the one of its key, or is new. */
    static ArrayNode merge(ArrayNode before, ArrayNode patch, Rule rule, String path) {
        if (!rule.merges()) {
            return (ArrayNode) StrategicMerge.undirected(patch);
        }
        List<JsonNode> merged = new ArrayList<>();
        before.forEach(merged::add);
        ArrayNode plain = JsonNodeFactory.instance.arrayNode();
        boolean replaced = false;
        for (JsonNode element : patch) {
            JsonNode directive = element.get(StrategicMerge.DIRECTIVE);
            if (directive == null) {
                plain.add(element);
            } else {
                replaced |= isReplacing(directive, element, merged, rule);
            }
        }
        if (replaced) {
            requireKeys(plain, rule);
            return (ArrayNode) StrategicMerge.undirected(plain);
        }
        ArrayNode kept = JsonNodeFactory.instance.arrayNode();
        merged.forEach(kept::add);
        plain.forEach(element -> put(merged, element, rule, path));
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        merged.forEach(result::add);
        return order(result, kept, plain, rule);
    }

    /** Takes out what is to be deleted; whether the whole list is replaced. */
    private static boolean isReplacing(JsonNode directive, JsonNode element, List<JsonNode> merged, Rule rule) {
        return switch (directive.asText("")) {
            case "replace" -> true;
            case "delete" -> {
                JsonNode key = identity(element, rule);
                merged.removeIf(one -> key.equals(rule.key() == null ? one : one.get(rule.key())));
                yield false;
            }
            default ->
                throw new RefusedException("patch: $patch " + directive + " of a list, allowed: replace, delete");
        };
    }

    private static void put(List<JsonNode> merged, JsonNode element, Rule rule, String path) {
        int at = indexOf(merged, element, rule);
        if (at < 0) {
            merged.add(StrategicMerge.undirected(element));
        } else if (merged.get(at) instanceof ObjectNode target && element instanceof ObjectNode change) {
            ObjectNode copy = target.deepCopy();
            StrategicMerge.merge(copy, change, path);
            merged.set(at, copy);
        }
    }

    /** Refuses elements that lack the key of their list. */
    private static void requireKeys(ArrayNode elements, Rule rule) {
        elements.forEach(element -> identity(element, rule));
    }

    private static boolean isDeleting(JsonNode element) {
        return "delete".equals(element.path(StrategicMerge.DIRECTIVE).asText());
    }

    /** Refuses a patch whose elements do not come in the order that it demands. */
    static void requireOrder(ArrayNode patch, JsonNode order, Rule rule, String name) {
        int next = 0;
        for (JsonNode element : patch) {
            if (order.isEmpty() || isDeleting(element)) {
                continue;
            }
            while (next < order.size() && !identity(order.get(next), rule).equals(identity(element, rule))) {
                next++;
            }
            if (next == order.size()) {
                throw new RefusedException("patch: elements of '" + name + "' do not follow $setElementOrder");
            }
            next++;
        }
    }

    /**
     * Elements named by the order come in that order; the others keep their places between them as far as the list before
     * tells.
     */
    static ArrayNode order(ArrayNode merged, ArrayNode before, JsonNode order, Rule rule) {
        Map<String, Integer> wanted = places(order, rule);
        if (wanted.isEmpty()) {
            return merged;
        }
        List<JsonNode> named = new ArrayList<>();
        List<JsonNode> others = new ArrayList<>();
        for (JsonNode element : merged) {
            (place(wanted, element, rule) >= 0 ? named : others).add(element);
        }
        named.sort(Comparator.comparingInt(element -> place(wanted, element, rule)));
        Map<String, Integer> places = named.isEmpty() ? Map.of() : places(before, rule);
        ArrayNode result = JsonNodeFactory.instance.arrayNode();
        int next = 0;
        for (JsonNode element : named) {
            int place = place(places, element, rule);
            while (next < others.size() && isBefore(place(places, others.get(next), rule), place)) {
                result.add(others.get(next++));
            }
            result.add(element);
        }
        others.subList(next, others.size()).forEach(result::add);
        return result;
    }

    private static boolean isBefore(int one, int other) {
        return one >= 0 && one < other;
    }

    /** Where each element is, the first one of its key: a tenant's list may be long, and is not searched once for each of its elements. */
    private static Map<String, Integer> places(JsonNode list, Rule rule) {
        Map<String, Integer> places = new HashMap<>();
        int at = 0;
        for (JsonNode element : list) {
            places.putIfAbsent(identity(element, rule).toString(), at++);
        }
        return places;
    }

    private static int place(Map<String, Integer> places, JsonNode element, Rule rule) {
        return places.getOrDefault(identity(element, rule).toString(), -1);
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
}
