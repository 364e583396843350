package io.koordbridge.admission.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Parts of a pod's JSON; unknown fields stay as they are. */
@PureCore
final class PodTree {

    private PodTree() {}

    /** A child object, created when absent or null. */
    static ObjectNode child(ObjectNode parent, String name) {
        return parent.get(name) instanceof ObjectNode present ? present : parent.putObject(name);
    }

    /** The labels or annotations for changing; created when absent. */
    static ObjectNode metadata(ObjectNode pod, String name) {
        return child(child(pod, "metadata"), name);
    }

    /** Labels or annotations for reading. */
    static Map<String, String> texts(JsonNode pod, String name) {
        Map<String, String> texts = new TreeMap<>();
        for (Map.Entry<String, JsonNode> field : pod.path("metadata").path(name).properties()) {
            texts.put(field.getKey(), field.getValue().asText(""));
        }
        return texts;
    }

    /** The containers of one list of the spec. */
    static List<ObjectNode> containers(ObjectNode pod, String list) {
        List<ObjectNode> containers = new ArrayList<>();
        for (JsonNode container : pod.path("spec").path(list)) {
            if (container instanceof ObjectNode object) {
                containers.add(object);
            }
        }
        return containers;
    }
}
