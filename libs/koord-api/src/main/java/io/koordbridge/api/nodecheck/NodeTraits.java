package io.koordbridge.api.nodecheck;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a node object says of the pods that it takes, whatever runs there.
 *
 * @param cordoned spec.unschedulable
 */
@PureCore
public record NodeTraits(String name, boolean cordoned, Map<String, String> labels, List<NodeTaint> taints) {

    public NodeTraits {
        labels = Map.copyOf(labels);
        taints = List.copyOf(taints);
    }

    /** Of a node object. */
    public static NodeTraits of(Node node) {
        return new NodeTraits(
                node.getMetadata().getName(),
                node.getSpec() != null && Boolean.TRUE.equals(node.getSpec().getUnschedulable()),
                Objects.requireNonNullElse(node.getMetadata().getLabels(), Map.of()),
                node.getSpec() == null
                        ? List.of()
                        : node.getSpec().getTaints().stream().map(NodeTaint::of).toList());
    }
}
