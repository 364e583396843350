package io.koordbridge.capacity.explain;

import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import java.util.List;

/** Where the terms of a node come from, in words. */
@PureCore
final class Sources {

    private static final String LABEL = "label ";

    private final NodeTerms node;

    Sources(NodeTerms node) {
        this.node = node;
    }

    String node(String field) {
        return "Node/" + node.node() + " " + field;
    }

    String metric(String field) {
        return "NodeMetric/" + node.node() + " " + field;
    }

    /** A setting with the rules that were laid over each other for it. */
    String rule(String setting) {
        List<String> rules = node.strategy().sources().stream()
                .filter(rule -> !rule.startsWith(LABEL))
                .toList();
        return setting + " (" + String.join(", ", rules) + ")";
    }

    /** A reclaim threshold, which a label may have set. */
    String threshold(String setting, Axis axis) {
        String label = LABEL + axis.pick(Labels.NODE_CPU_RECLAIM_RATIO, Labels.NODE_MEMORY_RECLAIM_RATIO);
        return node.strategy().sources().contains(label) ? setting + " (" + label + ")" : rule(setting);
    }
}
