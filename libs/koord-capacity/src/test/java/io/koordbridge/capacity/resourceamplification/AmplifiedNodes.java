package io.koordbridge.capacity.resourceamplification;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.protocol.Annotations;

/** Nodes for tests, as the kubelet's updates of their status arrive. */
final class AmplifiedNodes {

    private AmplifiedNodes() {}

    /** A node with ratios, and what was kept of an earlier update, null for nothing. */
    static ObjectNode node(String ratios, String cpu, String kept) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        ObjectNode annotations = node.putObject("metadata").putObject("annotations");
        annotations.put(Annotations.NODE_AMPLIFICATION_RATIO, ratios);
        if (kept != null) {
            annotations.put(Annotations.NODE_RAW_ALLOCATABLE, kept);
        }
        node.putObject("status").putObject("allocatable").put("cpu", cpu);
        return node;
    }
}
