package io.koordbridge.manager.cleanup;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.ThirdPartyAllocation;
import io.koordbridge.api.annotation.ThirdPartyAllocations;
import io.koordbridge.api.document.node.RawAllocatableDocument;
import io.koordbridge.api.document.node.ThirdParties;
import io.koordbridge.api.document.yarn.YarnLeaseReader;
import io.koordbridge.capacity.plan.NodePatch;
import io.koordbridge.capacity.plan.Owned;
import io.koordbridge.capacity.stages.ResourceStages;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.WellKnown;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the product wrote on a Node, as patches that take it away; empty where nothing is left. */
@PureCore
public final class NodeTraces {

    private static final Owned OWNED = Owned.of(ResourceStages.ALL);
    private static final List<String> AMPLIFIED = List.of(ResourceNames.CPU, ResourceNames.MEMORY);
    /** Orders of people too: a later installation would follow them. */
    private static final List<String> OF_OPERATOR_AND_AGENT = List.of(
            Annotations.NODE_YARN_LEASE,
            Annotations.NODE_YARN_EVICTED,
            Annotations.NODE_YARN_MASTERS,
            Annotations.NODE_YARN_NODE_MANAGER,
            Annotations.NODE_YARN_QUESTION,
            Annotations.NODE_YARN_SHRINK,
            Annotations.NODE_YARN_DRAIN,
            Annotations.NODE_YARN_DRAIN_STATUS,
            Annotations.NODE_YARN_FROZEN,
            Annotations.NODE_UNPROTECTED,
            Annotations.NODE_MEMORY_PROTECTION);
    /** A lease that YARN's operator is about to change, or will once it sees that the node offers nothing. */
    private static final Set<String> ABOVE_FLOOR = Set.of("STEADY", "GROWING", "SHRINKING");

    private NodeTraces() {}

    /** Takes what the manager publishes: resources, ratios, labels; amplified resources get back what the kubelet reported. */
    static NodePatch capacity(Node node) {
        NodeStatus shown = node.getStatus() == null ? new NodeStatus() : node.getStatus();
        Map<String, Map<String, @Nullable Quantity>> status = new HashMap<>();
        Map<String, @Nullable Quantity> capacity = gone(OWNED.resources(), orEmpty(shown.getCapacity()));
        Map<String, @Nullable Quantity> allocatable = gone(OWNED.resources(), orEmpty(shown.getAllocatable()));
        allocatable.putAll(reported(node));
        if (!capacity.isEmpty()) {
            status.put("capacity", capacity);
        }
        if (!allocatable.isEmpty()) {
            status.put("allocatable", allocatable);
        }
        Map<String, String> annotations = orEmpty(node.getMetadata().getAnnotations());
        Map<String, @Nullable String> marks = gone(OWNED.annotations(), annotations);
        marks.putAll(gone(List.of(Annotations.NODE_ORIGIN_ALLOCATABLE, Annotations.NODE_RAW_ALLOCATABLE), annotations));
        return new NodePatch(
                status, marks, gone(OWNED.labels(), orEmpty(node.getMetadata().getLabels())));
    }

    /** Takes what is written of YARN; allocations of other third parties stay. */
    static NodePatch yarn(Node node) {
        Map<String, @Nullable String> marks =
                gone(OF_OPERATOR_AND_AGENT, orEmpty(node.getMetadata().getAnnotations()));
        // A document that cannot be read is left to its writer; ours is always readable.
        ThirdParties.read(node).found().ifPresent(shown -> {
            List<ThirdPartyAllocation> others = shown.entries().stream()
                    .filter(one -> !WellKnown.YARN_ALLOCATION_NAME.equals(one.name()))
                    .toList();
            if (others.isEmpty()) {
                marks.put(Annotations.NODE_THIRD_PARTY_ALLOCATIONS, null);
            } else if (others.size() < shown.entries().size()) {
                marks.put(
                        Annotations.NODE_THIRD_PARTY_ALLOCATIONS,
                        AnnotationCodec.write(new ThirdPartyAllocations(others)));
            }
        });
        return new NodePatch(Map.of(), marks, Map.of());
    }

    /** Nodes whose YARN lease is not at its minimum; those without a report are not waited for. */
    static List<String> aboveFloor(Collection<Node> nodes) {
        return nodes.stream()
                .filter(node -> ABOVE_FLOOR.contains(leaseState(node)))
                .map(node -> node.getMetadata().getName())
                .sorted()
                .toList();
    }

    private static String leaseState(Node node) {
        return YarnLeaseReader.read(node)
                .found()
                .flatMap(lease -> Optional.ofNullable(lease.state()))
                .orElse("");
    }

    /** Of an annotation that cannot be read none; the kubelet's next report restores them as well. */
    private static Map<String, Quantity> reported(Node node) {
        Map<String, Quantity> amounts =
                new HashMap<>(RawAllocatableDocument.of(node).orElse(Map.of()));
        amounts.keySet().retainAll(AMPLIFIED);
        return amounts;
    }

    private static <V> Map<String, @Nullable V> gone(Collection<String> ours, Map<String, V> shown) {
        Map<String, @Nullable V> gone = new HashMap<>();
        ours.stream().filter(shown::containsKey).forEach(name -> gone.put(name, null));
        return gone;
    }
}
