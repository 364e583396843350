package io.koordbridge.descheduler.decide.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.node.RawAllocatableDocument;
import io.koordbridge.api.nodecheck.NodeTraits;
import io.koordbridge.protocol.PureCore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Reads {@link NodeFacts} from a node; what is malformed counts as absent. */
@PureCore
public final class NodeReader {

    private NodeReader() {}

    /** Facts of a node. */
    public static NodeFacts of(Node node) {
        Map<String, Long> allocatable =
                amounts(node.getStatus() == null ? null : node.getStatus().getAllocatable());
        return new NodeFacts(NodeTraits.of(node), isReady(node), allocatable, capacity(node, allocatable));
    }

    private static boolean isReady(Node node) {
        List<NodeCondition> conditions =
                node.getStatus() == null ? List.of() : node.getStatus().getConditions();
        return conditions.stream()
                .filter(condition -> "Ready".equals(condition.getType()))
                .allMatch(condition -> "True".equals(condition.getStatus()));
    }

    /** A resource that the annotation does not name was not amplified: the status has its amount. */
    private static Map<String, Long> capacity(Node node, Map<String, Long> allocatable) {
        Map<String, Long> capacity = new HashMap<>(allocatable);
        RawAllocatableDocument.of(node).found().ifPresent(raw -> capacity.putAll(amounts(raw)));
        boolean possible = capacity.values().stream().allMatch(amount -> amount <= ReportReader.MOST);
        return possible ? capacity : allocatable;
    }

    private static Map<String, Long> amounts(@Nullable Map<String, Quantity> quantities) {
        Map<String, Long> amounts = new HashMap<>();
        if (quantities != null) {
            quantities.forEach((name, quantity) -> {
                OptionalLong amount = WireAmounts.read(name, quantity);
                if (amount.isPresent() && amount.getAsLong() >= 0) {
                    amounts.put(name, amount.getAsLong());
                }
            });
        }
        return amounts;
    }
}
