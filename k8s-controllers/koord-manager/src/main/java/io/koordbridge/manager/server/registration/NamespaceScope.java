package io.koordbridge.manager.server.registration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Keeps the webhooks of pods away from namespaces that must start without us, and the mutation of pods from namespaces that opted out,
 * whatever the configuration says. The opt-out never ends a validation: whoever makes an object could set the label.
 */
@PureCore
final class NamespaceScope {

    private static final String SELECTOR = "/namespaceSelector";
    private static final String NAME_LABEL = "kubernetes.io/metadata.name";
    private static final String EXPRESSIONS = "matchExpressions";
    private static final String MUTATION = "/mutate-pod";
    private static final List<String> SELECTORS = List.of("namespaceSelector", "objectSelector");
    private static final Set<String> POD_PATHS = Set.of(MUTATION, "/validate-pod", "/validate-pod-binding");

    private final Set<String> excluded;

    NamespaceScope(Set<String> excluded) {
        this.excluded = new TreeSet<>(excluded);
    }

    /** Adds what the entry's selector lacks, and takes the opt-out from a validation. */
    void restrict(ObjectNode entry, String path) {
        if (path.startsWith("/validate-")) {
            SELECTORS.forEach(selector -> takeOutOptOut(entry, selector));
        }
        if (!POD_PATHS.contains(path)) {
            return;
        }
        ObjectNode selector = entry.withObject(SELECTOR);
        if (!excludes(selector, NAME_LABEL, excluded)) {
            notIn(selector, NAME_LABEL, excluded);
        }
        if (path.equals(MUTATION) && !excludes(selector, Labels.WEBHOOK_OPT_OUT, Set.of("true"))) {
            notIn(selector, Labels.WEBHOOK_OPT_OUT, Set.of("true"));
        }
    }

    /** What this scope excludes, as text to be kept with what {@link #restrict} made of entries. */
    String text() {
        return String.join(",", excluded);
    }

    /** The scope of such a text. */
    static NamespaceScope of(String text) {
        return new NamespaceScope(text.isEmpty() ? Set.of() : Set.of(text.split(",")));
    }

    /** Takes out what {@link #restrict} of this scope added about namespaces to an entry that was like the original. */
    void release(ObjectNode entry, JsonNode original) {
        if (excluded.isEmpty() || position(original).isPresent()) {
            return;
        }
        position(entry)
                .ifPresent(
                        at -> entry.withObject(SELECTOR).withArray(EXPRESSIONS).remove(at));
    }

    /** Where a selector says exactly what this scope adds. */
    private OptionalInt position(JsonNode entry) {
        JsonNode expressions = entry.at(SELECTOR).path(EXPRESSIONS);
        return IntStream.range(0, expressions.size())
                .filter(at -> isNotIn(expressions.get(at), NAME_LABEL)
                        && values(expressions.get(at)).equals(excluded))
                .findFirst();
    }

    private static boolean isNotIn(JsonNode expression, String key) {
        return expression.path("key").asText("").equals(key)
                && expression.path("operator").asText("").equals("NotIn");
    }

    private static Set<String> values(JsonNode expression) {
        Set<String> named = new TreeSet<>();
        expression.path("values").forEach(value -> named.add(value.asText("")));
        return named;
    }

    private static void takeOutOptOut(ObjectNode entry, String selector) {
        if (entry.path(selector).path(EXPRESSIONS) instanceof ArrayNode expressions) {
            for (int at = expressions.size() - 1; at >= 0; at--) {
                if (isNotIn(expressions.get(at), Labels.WEBHOOK_OPT_OUT)) {
                    expressions.remove(at);
                }
            }
        }
    }

    private static boolean excludes(ObjectNode selector, String key, Set<String> values) {
        for (JsonNode expression : selector.path(EXPRESSIONS)) {
            if (isNotIn(expression, key) && values(expression).containsAll(values)) {
                return true;
            }
        }
        return false;
    }

    private static void notIn(ObjectNode selector, String key, Set<String> values) {
        JsonNode present = selector.get(EXPRESSIONS);
        ArrayNode expressions = present instanceof ArrayNode list ? list : selector.putArray(EXPRESSIONS);
        ArrayNode texts =
                expressions.addObject().put("key", key).put("operator", "NotIn").putArray("values");
        values.forEach(texts::add);
    }
}
