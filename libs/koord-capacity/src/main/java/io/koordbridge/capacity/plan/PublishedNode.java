package io.koordbridge.capacity.plan;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.node.Origin;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.capacity.preparation.NodePreparation;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The part of a Node that the passes own.
 *
 * @param complete whether the Node says anything about its resources; nothing is written to one that does not
 * @param capacity owned names of status.capacity
 * @param allocatable owned names of status.allocatable
 * @param origin all entries of the origin annotation
 * @param annotations owned annotations but the origin
 * @param labels owned labels
 */
@PureCore
public record PublishedNode(
        boolean complete,
        Map<String, Quantity> capacity,
        Map<String, Quantity> allocatable,
        Map<String, Quantity> origin,
        Map<String, String> annotations,
        Map<String, String> labels) {

    /** Resources whose whole is in the origin annotation, because third parties take from them. */
    static final List<String> SHARED = List.of(ResourceNames.BATCH_CPU, ResourceNames.BATCH_MEMORY);

    public PublishedNode {
        capacity = Map.copyOf(capacity);
        allocatable = Map.copyOf(allocatable);
        origin = Map.copyOf(origin);
        annotations = Map.copyOf(annotations);
        labels = Map.copyOf(labels);
    }

    /** What a Node shows of the owned names. */
    public static PublishedNode shown(Node node, Owned owned) {
        Map<String, Quantity> origin = Origin.read(node).map(Origin::resources).orElse(Map.of());
        Map<String, Quantity> capacity =
                node.getStatus() == null ? null : node.getStatus().getCapacity();
        Map<String, Quantity> allocatable =
                node.getStatus() == null ? null : node.getStatus().getAllocatable();
        return new PublishedNode(
                capacity != null && !capacity.isEmpty() && allocatable != null && !allocatable.isEmpty(),
                only(capacity, owned.resources()),
                only(allocatable, owned.resources()),
                origin,
                only(node.getMetadata().getAnnotations(), owned.annotations()),
                only(node.getMetadata().getLabels(), owned.labels()));
    }

    /**
     * The same with what the stages want.
     *
     * @param newOriginEntries entries of the origin annotation that are replaced
     */
    PublishedNode with(Collection<StageOutcome<?>> outcomes, Map<String, Quantity> newOriginEntries) {
        Map<String, Quantity> newCapacity = new HashMap<>(capacity);
        Map<String, Quantity> newAllocatable = new HashMap<>(allocatable);
        Map<String, Quantity> newOrigin = new HashMap<>(origin);
        newOrigin.putAll(newOriginEntries);
        Map<String, String> newAnnotations = new HashMap<>(annotations);
        Map<String, String> newLabels = new HashMap<>(labels);
        for (StageOutcome<?> outcome : outcomes) {
            NodePreparation wanted = outcome.preparation();
            wanted.resources().forEach((name, amount) -> {
                put(newCapacity, name, amount);
                put(newAllocatable, name, amount);
            });
            wanted.annotations().forEach((key, text) -> put(newAnnotations, key, text));
            wanted.labels().forEach((key, text) -> put(newLabels, key, text));
        }
        return new PublishedNode(complete, newCapacity, newAllocatable, newOrigin, newAnnotations, newLabels);
    }

    /** Whether capacity, allocatable and the entries of the origin are equal by value. */
    public boolean sameStatusAs(PublishedNode other) {
        return same(capacity, other.capacity)
                && same(allocatable, other.allocatable)
                && SHARED.stream().allMatch(name -> same(origin.get(name), other.origin.get(name)));
    }

    /** Whether two amounts are equal by value. */
    static boolean same(@Nullable Quantity left, @Nullable Quantity right) {
        if (left == null || right == null) {
            return left == null && right == null;
        }
        boolean sameText = Objects.equals(left.getAmount(), right.getAmount())
                && Objects.equals(left.getFormat(), right.getFormat());
        return sameText || Quantities.milli(left) == Quantities.milli(right);
    }

    private static boolean same(Map<String, Quantity> left, Map<String, Quantity> right) {
        return left.size() == right.size()
                && left.entrySet().stream().allMatch(one -> same(one.getValue(), right.get(one.getKey())));
    }

    private static <V> void put(Map<String, V> into, String key, Optional<V> value) {
        if (value.isPresent()) {
            into.put(key, value.get());
        } else {
            into.remove(key);
        }
    }

    private static <V> Map<String, V> only(@Nullable Map<String, V> map, List<String> keys) {
        Map<String, V> kept = new HashMap<>();
        for (String key : keys) {
            V value = map == null ? null : map.get(key);
            if (value != null) {
                kept.put(key, value);
            }
        }
        return kept;
    }
}
