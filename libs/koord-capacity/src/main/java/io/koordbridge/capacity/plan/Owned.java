package io.koordbridge.capacity.plan;

import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Names on a Node that passes read and write.
 *
 * @param smoothed resources that are written when they differ by more than the threshold of the strategy
 * @param exact resources that are written whenever they differ
 * @param annotations keys, without the origin annotation
 * @param labels keys
 */
@PureCore
public record Owned(List<String> smoothed, List<String> exact, List<String> annotations, List<String> labels) {

    /** No name. */
    public static final Owned NOTHING = new Owned(List.of(), List.of(), List.of(), List.of());

    public Owned {
        smoothed = List.copyOf(smoothed);
        exact = List.copyOf(exact);
        annotations = List.copyOf(annotations);
        labels = List.copyOf(labels);
    }

    /** Resources that are written when they differ by more than the threshold. */
    public static Owned smoothed(Collection<String> resources) {
        return new Owned(List.copyOf(resources), List.of(), List.of(), List.of());
    }

    /** Resources that are written whenever they differ, with labels. */
    public static Owned exact(Collection<String> resources, Collection<String> labels) {
        return new Owned(List.of(), List.copyOf(resources), List.of(), List.copyOf(labels));
    }

    /** One annotation. */
    public static Owned annotation(String key) {
        return new Owned(List.of(), List.of(), List.of(key), List.of());
    }

    /** The names of all stages. */
    public static Owned of(List<ResourceStage<?>> stages) {
        return stages.stream().map(ResourceStage::owned).reduce(NOTHING, Owned::and);
    }

    private Owned and(Owned other) {
        return new Owned(
                joined(smoothed, other.smoothed),
                joined(exact, other.exact),
                joined(annotations, other.annotations),
                joined(labels, other.labels));
    }

    private static List<String> joined(List<String> left, List<String> right) {
        List<String> both = new ArrayList<>(left);
        both.addAll(right);
        return both;
    }

    /** All resources. */
    public List<String> resources() {
        return Stream.concat(smoothed.stream(), exact.stream()).toList();
    }

    /** Whether there is any resource. */
    public boolean hasResources() {
        return !smoothed.isEmpty() || !exact.isEmpty();
    }

    /** Whether there is any annotation or label. */
    public boolean hasMetadata() {
        return !annotations.isEmpty() || !labels.isEmpty();
    }

    boolean sameMetadata(PublishedNode one, PublishedNode other) {
        return annotations.stream()
                        .allMatch(key -> Objects.equals(
                                one.annotations().get(key), other.annotations().get(key)))
                && labels.stream()
                        .allMatch(key -> Objects.equals(
                                one.labels().get(key), other.labels().get(key)));
    }
}
