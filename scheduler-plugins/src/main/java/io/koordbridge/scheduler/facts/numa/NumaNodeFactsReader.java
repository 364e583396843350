package io.koordbridge.scheduler.facts.numa;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.node.NodeRatios;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Node objects to {@link NumaNodeFacts}. */
@PureCore
public final class NumaNodeFactsReader {

    private NumaNodeFactsReader() {}

    /** Reads the labels of a node; an unknown NUMA policy counts as no policy. */
    public static NumaNodeFacts read(Node node, NodeRatios ratios) {
        Map<String, String> labels = labels(node);
        return new NumaNodeFacts(
                NumaPolicy.ofName(labels.get(Labels.NODE_NUMA_TOPOLOGY_POLICY)).orElse(NumaPolicy.NONE),
                labels.getOrDefault(Labels.NODE_CPU_BIND_POLICY, ""),
                labels.getOrDefault(Labels.NODE_NUMA_ALLOCATE_STRATEGY, ""),
                ratios);
    }

    /** Why a label has no effect, for people. */
    public static List<String> problems(Node node) {
        String policy = labels(node).get(Labels.NODE_NUMA_TOPOLOGY_POLICY);
        return NumaPolicy.ofName(policy).isPresent()
                ? List.of()
                : List.of("Node/" + node.getMetadata().getName() + ": label " + Labels.NODE_NUMA_TOPOLOGY_POLICY
                        + " = '" + policy
                        + "' counts as none, allowed are None, BestEffort, Restricted and SingleNUMANode");
    }

    private static Map<String, String> labels(Node node) {
        return Objects.requireNonNullElse(node.getMetadata().getLabels(), Map.of());
    }
}
