package io.koordbridge.manager.server.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.protocol.PureCore;
import java.util.Map;

/**
 * The JSON patch (RFC 6902) from one document to another: add, replace and remove, as the reference patches. Elements of arrays are
 * compared by their place, never searched for, since mutation moves none: work and answer grow with the documents and no faster,
 * whoever wrote them.
 */
@PureCore
final class JsonPatch {

    private final ArrayNode operations = JsonNodeFactory.instance.arrayNode();
    private final StringBuilder path = new StringBuilder();

    private JsonPatch() {}

    /** The operations that make the second of the first; none when they are equal. */
    static ArrayNode of(JsonNode before, JsonNode after) {
        JsonPatch patch = new JsonPatch();
        patch.compare(before, after);
        return patch.operations;
    }

    private void compare(JsonNode before, JsonNode after) {
        if (before instanceof ObjectNode old && after instanceof ObjectNode fresh) {
            fields(old, fresh);
        } else if (before instanceof ArrayNode old && after instanceof ArrayNode fresh) {
            elements(old, fresh);
        } else if (!before.equals(after)) {
            operation("replace").set("value", after);
        }
    }

    private void fields(ObjectNode before, ObjectNode after) {
        for (Map.Entry<String, JsonNode> field : before.properties()) {
            JsonNode fresh = after.get(field.getKey());
            int parent = enter(field.getKey());
            if (fresh == null) {
                operation("remove");
            } else {
                compare(field.getValue(), fresh);
            }
            path.setLength(parent);
        }
        for (Map.Entry<String, JsonNode> field : after.properties()) {
            if (!before.has(field.getKey())) {
                int parent = enter(field.getKey());
                operation("add").set("value", field.getValue());
                path.setLength(parent);
            }
        }
    }

    private void elements(ArrayNode before, ArrayNode after) {
        int both = Math.min(before.size(), after.size());
        for (int at = 0; at < both; at++) {
            int parent = enter(Integer.toString(at));
            compare(before.get(at), after.get(at));
            path.setLength(parent);
        }
        for (int at = both; at < after.size(); at++) {
            int parent = enter(Integer.toString(at));
            operation("add").set("value", after.get(at));
            path.setLength(parent);
        }
        for (int at = before.size() - 1; at >= both; at--) {
            int parent = enter(Integer.toString(at));
            operation("remove");
            path.setLength(parent);
        }
    }

    private int enter(String name) {
        int parent = path.length();
        path.append('/').append(name.replace("~", "~0").replace("/", "~1"));
        return parent;
    }

    private ObjectNode operation(String name) {
        return operations.addObject().put("op", name).put("path", path.toString());
    }
}
