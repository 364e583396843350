package io.koordbridge.manager.registration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import java.util.Set;
import java.util.TreeSet;

/**
 * Keeps the webhooks of pods away from namespaces that must start without us and from those that opted out, whatever the
 * configuration says.
 */
@PureCore
final class NamespaceScope {

    private static final String NAME_LABEL = "kubernetes.io/metadata.name";
    private static final Set<String> POD_PATHS = Set.of("/mutate-pod", "/validate-pod", "/validate-pod-binding");

    private final Set<String> excluded;

    NamespaceScope(Set<String> excluded) {
        this.excluded = new TreeSet<>(excluded);
    }

    /** Adds what the entry's selector lacks. */
    void restrict(ObjectNode entry, String path) {
        if (!POD_PATHS.contains(path)) {
            return;
        }
        ObjectNode selector = entry.withObject("/namespaceSelector");
        if (!excludes(selector, NAME_LABEL, excluded)) {
            notIn(selector, NAME_LABEL, excluded);
        }
        if (!excludes(selector, Labels.WEBHOOK_OPT_OUT, Set.of("true"))) {
            notIn(selector, Labels.WEBHOOK_OPT_OUT, Set.of("true"));
        }
    }

    private static boolean excludes(ObjectNode selector, String key, Set<String> values) {
        for (JsonNode expression : selector.path("matchExpressions")) {
            boolean about = expression.path("key").asText("").equals(key)
                    && expression.path("operator").asText("").equals("NotIn");
            Set<String> named = new TreeSet<>();
            expression.path("values").forEach(value -> named.add(value.asText("")));
            if (about && named.containsAll(values)) {
                return true;
            }
        }
        return false;
    }

    private static void notIn(ObjectNode selector, String key, Set<String> values) {
        JsonNode present = selector.get("matchExpressions");
        ArrayNode expressions = present instanceof ArrayNode list ? list : selector.putArray("matchExpressions");
        ArrayNode texts =
                expressions.addObject().put("key", key).put("operator", "NotIn").putArray("values");
        values.forEach(texts::add);
    }
}
