package io.koordbridge.api.binding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.protocol.PureCore;
import java.util.Map;

/** The JSON merge patch that turns one tree into another and touches nothing else. */
@PureCore
public final class MergePatch {

    private MergePatch() {}

    /** The patch; empty when the trees are equal. */
    public static ObjectNode between(ObjectNode before, ObjectNode after) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> field : before.properties()) {
            if (!after.has(field.getKey())) {
                patch.putNull(field.getKey());
            }
        }
        for (Map.Entry<String, JsonNode> field : after.properties()) {
            JsonNode old = before.get(field.getKey());
            if (old instanceof ObjectNode left && field.getValue() instanceof ObjectNode right) {
                ObjectNode below = between(left, right);
                if (!below.isEmpty()) {
                    patch.set(field.getKey(), below);
                }
            } else if (!field.getValue().equals(old)) {
                patch.set(field.getKey(), field.getValue());
            }
        }
        return patch;
    }
}
