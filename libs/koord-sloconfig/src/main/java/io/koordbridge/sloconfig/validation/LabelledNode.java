package io.koordbridge.sloconfig.validation;

import java.util.Map;

/** A node as the rules see it. */
public record LabelledNode(String name, Map<String, String> labels) {

    public LabelledNode {
        labels = Map.copyOf(labels);
    }
}
