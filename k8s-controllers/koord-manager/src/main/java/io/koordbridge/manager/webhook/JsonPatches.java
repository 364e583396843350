package io.koordbridge.manager.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.protocol.PureCore;
import java.util.Map;

/** The JSON patch (RFC 6902) between two trees. */
@PureCore
public final class JsonPatches {

    private JsonPatches() {}

    /** The operations; empty when the trees are equal. */
    public static ArrayNode between(JsonNode before, JsonNode after) {
        ArrayNode operations = JsonNodeFactory.instance.arrayNode();
        compare("", before, after, operations);
        return operations;
    }

    private static void compare(String path, JsonNode before, JsonNode after, ArrayNode operations) {
        if (before.equals(after)) {
            return;
        }
        if (before instanceof ObjectNode left && after instanceof ObjectNode right) {
            compareObjects(path, left, right, operations);
        } else if (before instanceof ArrayNode left
                && after instanceof ArrayNode right
                && left.size() == right.size()) {
            for (int i = 0; i < left.size(); i++) {
                compare(path + "/" + i, left.get(i), right.get(i), operations);
            }
        } else {
            operation("replace", path, operations).set("value", after);
        }
    }

    private static void compareObjects(String path, ObjectNode before, ObjectNode after, ArrayNode operations) {
        for (Map.Entry<String, JsonNode> field : before.properties()) {
            if (!after.has(field.getKey())) {
                operation("remove", below(path, field.getKey()), operations);
            }
        }
        for (Map.Entry<String, JsonNode> field : after.properties()) {
            JsonNode old = before.get(field.getKey());
            if (old == null) {
                operation("add", below(path, field.getKey()), operations).set("value", field.getValue());
            } else {
                compare(below(path, field.getKey()), old, field.getValue(), operations);
            }
        }
    }

    private static ObjectNode operation(String name, String path, ArrayNode operations) {
        return operations.addObject().put("op", name).put("path", path);
    }

    private static String below(String path, String key) {
        return path + "/" + key.replace("~", "~0").replace("/", "~1");
    }
}
