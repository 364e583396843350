package io.koordbridge.capacity.plan;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.NodeStatusBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.ResourceListDocument;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a Node by a plan, as a merge patch: only what differs by value, null where something goes.
 *
 * @param status fields of the status, empty when only labels or annotations change
 */
@PureCore
public record NodePatch(
        Map<String, Map<String, @Nullable Quantity>> status,
        Map<String, @Nullable String> annotations,
        Map<String, @Nullable String> labels) {

    /** The changes of a plan that are written now. */
    public static NodePatch of(NodePlan plan) {
        PublishedNode shown = plan.shown();
        PublishedNode wanted = plan.wanted();
        Map<String, Map<String, @Nullable Quantity>> status = new HashMap<>();
        if (plan.status().writes()) {
            putUnlessEmpty(status, "capacity", changes(shown.capacity(), wanted.capacity(), PublishedNode::same));
            putUnlessEmpty(
                    status, "allocatable", changes(shown.allocatable(), wanted.allocatable(), PublishedNode::same));
        }
        Map<String, @Nullable String> annotations = changes(shown.annotations(), wanted.annotations(), Objects::equals);
        if (!changes(shown.origin(), wanted.origin(), PublishedNode::same).isEmpty()) {
            annotations.put(
                    Annotations.NODE_ORIGIN_ALLOCATABLE,
                    AnnotationCodec.write(new ResourceListDocument(new TreeMap<>(wanted.origin()))));
        }
        return new NodePatch(status, annotations, changes(shown.labels(), wanted.labels(), Objects::equals));
    }

    /** Whether there is nothing to send. */
    public boolean isEmpty() {
        return status.isEmpty() && annotations.isEmpty() && labels.isEmpty();
    }

    /** A Node as it is after the patch. */
    public Node applied(Node node, String resourceVersion) {
        Node after = new NodeBuilder(node).build();
        after.getMetadata().setResourceVersion(resourceVersion);
        after.getMetadata().setAnnotations(applied(node.getMetadata().getAnnotations(), annotations));
        after.getMetadata().setLabels(applied(node.getMetadata().getLabels(), labels));
        if (!status.isEmpty()) {
            NodeStatus shown = node.getStatus() == null ? new NodeStatus() : node.getStatus();
            after.setStatus(new NodeStatusBuilder(shown)
                    .withCapacity(applied(shown.getCapacity(), status.getOrDefault("capacity", Map.of())))
                    .withAllocatable(applied(shown.getAllocatable(), allocatable()))
                    .build());
        }
        return after;
    }

    private static <V> Map<String, V> applied(@Nullable Map<String, V> before, Map<String, @Nullable V> changes) {
        Map<String, V> after = before == null ? new TreeMap<>() : new TreeMap<>(before);
        changes.forEach((key, value) -> {
            if (value == null) {
                after.remove(key);
            } else {
                after.put(key, value);
            }
        });
        return after;
    }

    /** Amounts of allocatable that change, null where one goes. */
    public Map<String, @Nullable Quantity> allocatable() {
        return status.getOrDefault("allocatable", Map.of());
    }

    private static <V> Map<String, @Nullable V> changes(
            Map<String, V> before, Map<String, V> after, BiPredicate<@Nullable V, @Nullable V> same) {
        Map<String, @Nullable V> changed = new HashMap<>();
        TreeSet<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        for (String name : names) {
            if (!same.test(before.get(name), after.get(name))) {
                changed.put(name, after.get(name));
            }
        }
        return changed;
    }

    private static void putUnlessEmpty(
            Map<String, Map<String, @Nullable Quantity>> into, String field, Map<String, @Nullable Quantity> changes) {
        if (!changes.isEmpty()) {
            into.put(field, changes);
        }
    }
}
