package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Applies a JSON patch of add, replace and remove below objects, as an API server does. */
final class PatchedTrees {

    private PatchedTrees() {}

    /** The patched copy of a tree. */
    static JsonNode apply(ArrayNode patch, JsonNode tree) {
        JsonNode result = tree.deepCopy();
        for (JsonNode operation : patch) {
            String path = operation.path("path").asText();
            int last = path.lastIndexOf('/');
            String key = path.substring(last + 1).replace("~1", "/").replace("~0", "~");
            ObjectNode parent = (ObjectNode) result.at(path.substring(0, last));
            switch (operation.path("op").asText()) {
                case "add", "replace" -> parent.set(key, operation.get("value"));
                case "remove" -> parent.remove(key);
                default -> throw new IllegalStateException("unknown operation " + operation);
            }
        }
        return result;
    }
}
