package io.koordbridge.admission.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.admission.mutation.PodListRules.Rule;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

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
}
