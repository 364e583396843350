package io.koordbridge.capacity.preparation;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.protocol.PureCore;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a Node shall show. What is not named stays as it is; an empty value removes the entry.
 *
 * @param resources entries of status.capacity and, equal, of status.allocatable
 * @param annotations entries of metadata.annotations
 * @param labels entries of metadata.labels
 */
@PureCore
public record NodePreparation(
        Map<String, Optional<Quantity>> resources,
        Map<String, Optional<String>> annotations,
        Map<String, Optional<String>> labels) {

    /** Everything stays as it is. */
    public static final NodePreparation NOTHING = new NodePreparation(Map.of(), Map.of(), Map.of());

    public NodePreparation {
        resources = Map.copyOf(resources);
        annotations = Map.copyOf(annotations);
        labels = Map.copyOf(labels);
    }

    /** Resources take these values. */
    public static NodePreparation setting(Map<String, Quantity> resources) {
        return new NodePreparation(optional(resources), Map.of(), Map.of());
    }

    /** Resources go. */
    public static NodePreparation removing(Collection<String> names) {
        Map<String, Optional<Quantity>> gone = new HashMap<>();
        names.forEach(name -> gone.put(name, Optional.empty()));
        return new NodePreparation(gone, Map.of(), Map.of());
    }

    /** An annotation takes this text, or is removed without one. */
    public static NodePreparation annotation(String key, Optional<String> text) {
        return new NodePreparation(Map.of(), Map.of(key, text), Map.of());
    }

    /** Labels take these values. */
    public static NodePreparation labels(Map<String, String> labels) {
        return new NodePreparation(Map.of(), Map.of(), optional(labels));
    }

    /** Both; where they disagree the other holds. */
    public NodePreparation and(NodePreparation other) {
        return new NodePreparation(
                union(resources, other.resources), union(annotations, other.annotations), union(labels, other.labels));
    }

    /** Resources of a node after preparation; the argument stays as it is. */
    public Map<String, Quantity> preparedResources(Map<String, Quantity> shown) {
        return prepared(shown, resources);
    }

    /** Annotations of a node after preparation; the argument stays as it is. */
    public Map<String, String> preparedAnnotations(Map<String, String> shown) {
        return prepared(shown, annotations);
    }

    /** Labels of a node after preparation; the argument stays as it is. */
    public Map<String, String> preparedLabels(Map<String, String> shown) {
        return prepared(shown, labels);
    }

    private static <V> Map<String, V> prepared(Map<String, V> shown, Map<String, Optional<V>> wanted) {
        Map<String, V> result = new TreeMap<>(shown);
        wanted.forEach((key, value) -> {
            if (value.isPresent()) {
                result.put(key, value.get());
            } else {
                result.remove(key);
            }
        });
        return result;
    }

    private static <V> Map<String, Optional<V>> optional(Map<String, V> values) {
        Map<String, Optional<V>> all = new HashMap<>();
        values.forEach((key, value) -> all.put(key, Optional.of(value)));
        return all;
    }

    private static <V> Map<String, V> union(Map<String, V> left, Map<String, V> right) {
        Map<String, V> all = new HashMap<>(left);
        all.putAll(right);
        return all;
    }
}
