package io.koordbridge.page.stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.protocol.PureCore;

/**
 * Differences of documents as JSON merge patches (RFC 7396): objects are compared field by field, anything else is replaced. A null
 * in a document is the same as a field that is not there.
 */
@PureCore
public final class MergePatch {

    private MergePatch() {}

    /** What makes {@code before} to {@code after}; empty when nothing differs. */
    public static ObjectNode between(ObjectNode before, ObjectNode after) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        before.fieldNames().forEachRemaining(name -> {
            if (known(before.get(name)) && !known(after.path(name))) {
                patch.putNull(name);
            }
        });
        after.properties().forEach(field -> {
            JsonNode old = before.path(field.getKey());
            JsonNode fresh = field.getValue();
            if (!known(fresh) || fresh.equals(old)) {
                return;
            }
            if (fresh instanceof ObjectNode object) {
                ObjectNode inner = between(
                        old instanceof ObjectNode known ? known : JsonNodeFactory.instance.objectNode(), object);
                if (!inner.isEmpty() || !(old instanceof ObjectNode)) {
                    patch.set(field.getKey(), inner);
                }
            } else {
                patch.set(field.getKey(), fresh);
            }
        });
        return patch;
    }

    private static boolean known(JsonNode value) {
        return !value.isNull() && !value.isMissingNode();
    }
}
