package io.koordbridge.koordlet.kubepods;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.pod.EvictionPolicyReader;
import io.koordbridge.api.pod.PodClassification;
import io.koordbridge.api.pod.PodRequests;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What decides whether a pod may be evicted, and when its turn is; specification section 13.
 *
 * @param active Pending or Running
 * @param deletedAt when its deletion began; empty before
 * @param ranks its place among others
 * @param enabled whether evictions by priority may choose it
 * @param features names of the features that may evict it; empty when all may
 * @param requests milli-cores and bytes by resource, those above zero
 * @param evictable false for a pod of a file on the node, which the API server cannot end
 * @param nodeManager whether it is a NodeManager: all its containers end with it
 * @param comesBack whether it is of a DaemonSet, which makes it anew on this node at once
 * @param nothingRuns whether it is known that none of its containers runs
 */
@PureCore
public record EvictionTraits(
        boolean active,
        Optional<Instant> deletedAt,
        Ranks ranks,
        boolean enabled,
        Optional<Set<String>> features,
        Map<String, Long> requests,
        boolean evictable,
        boolean nodeManager,
        boolean comesBack,
        boolean nothingRuns) {

    public EvictionTraits {
        features = features.map(Set::copyOf);
        requests = Map.copyOf(requests);
    }

    /**
     * Numbers by which pods are ordered; the lower goes first.
     *
     * @param spec priority of the spec; empty without one
     * @param priority the same with the defaults of classes
     * @param eviction of the annotation, else 0
     * @param sub of the label, else the priority
     */
    public record Ranks(OptionalInt spec, int priority, int eviction, long sub) {}

    /** Whether a feature may choose the pod as a victim. */
    public boolean allows(String feature) {
        return evictable && features.map(names -> names.contains(feature)).orElse(true);
    }

    /** What it requests of a resource, in milli-cores or bytes. */
    public long request(String resource) {
        return requests.getOrDefault(resource, 0L);
    }

    static EvictionTraits of(Pod pod, boolean evictable, Consumer<String> problems) {
        ObjectMeta meta = pod.getMetadata();
        Map<String, String> labels = Objects.requireNonNullElse(meta.getLabels(), Map.of());
        return new EvictionTraits(
                PodClassification.isActive(pod),
                deletedAt(meta),
                ranks(pod, labels),
                "true".equals(labels.get(Labels.POD_EVICTION_ENABLED)),
                features(pod, problems),
                requests(pod),
                evictable,
                Labels.COMPONENT_NODE_MANAGER.equals(labels.get(Labels.COMPONENT)),
                comesBack(meta),
                nothingRuns(pod));
    }

    private static boolean comesBack(ObjectMeta meta) {
        return Objects.requireNonNullElse(meta.getOwnerReferences(), List.<OwnerReference>of()).stream()
                .anyMatch(owner -> Boolean.TRUE.equals(owner.getController()) && "DaemonSet".equals(owner.getKind()));
    }

    /** A pod of which the kubelet reported no container but those that prepare it goes by its phase. */
    private static boolean nothingRuns(Pod pod) {
        if (pod.getStatus() == null) {
            return true;
        }
        List<ContainerStatus> statuses = Stream.of(
                        pod.getStatus().getInitContainerStatuses(),
                        pod.getStatus().getContainerStatuses())
                .filter(Objects::nonNull)
                .flatMap(List::stream)
                .toList();
        boolean mayRun = statuses.stream()
                .anyMatch(one ->
                        one.getContainerID() != null && !one.getContainerID().isEmpty() && !PodInfos.hasEnded(one));
        boolean silent = isEmpty(pod.getStatus().getContainerStatuses())
                && "Running".equals(pod.getStatus().getPhase());
        return !mayRun && !silent;
    }

    private static boolean isEmpty(@Nullable List<ContainerStatus> statuses) {
        return statuses == null || statuses.isEmpty();
    }

    private static Ranks ranks(Pod pod, Map<String, String> labels) {
        Integer spec = pod.getSpec() == null ? null : pod.getSpec().getPriority();
        int priority = PodClassification.priorityValue(pod);
        String order =
                AnnotationCodec.text(pod, Annotations.POD_EVICTION_PRIORITY).orElse(null);
        return new Ranks(
                spec == null ? OptionalInt.empty() : OptionalInt.of(spec),
                priority,
                (int) number(order, 0, Integer.MIN_VALUE, Integer.MAX_VALUE),
                number(labels.get(Labels.POD_PRIORITY), priority, Long.MIN_VALUE, Long.MAX_VALUE));
    }

    private static long number(@Nullable String text, long otherwise, long lowest, long highest) {
        try {
            long number = text == null ? otherwise : Long.parseLong(text);
            return number < lowest || number > highest ? otherwise : number;
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    /** A list that does not decode lets no feature evict the pod. */
    private static Optional<Set<String>> features(Pod pod, Consumer<String> problems) {
        Decoded<Set<String>> policy = EvictionPolicyReader.read(pod);
        policy.problems()
                .forEach(problem -> problems.accept(
                        PodInfos.nameOf(pod) + ": " + problem.message() + "; no feature evicts the pod"));
        return policy.isAbsent() ? Optional.empty() : Optional.of(policy.orElse(Set.of()));
    }

    private static Optional<Instant> deletedAt(ObjectMeta meta) {
        if (meta.getDeletionTimestamp() == null) {
            return Optional.empty();
        }
        try {
            Long grace = meta.getDeletionGracePeriodSeconds();
            return Optional.of(
                    Instant.parse(meta.getDeletionTimestamp()).minus(Duration.ofSeconds(grace == null ? 0 : grace)));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Map<String, Long> requests(Pod pod) {
        Map<String, Long> found = new TreeMap<>();
        found.put(ResourceNames.CPU, PodRequests.milliCpu(pod));
        for (String name : List.of(
                ResourceNames.MEMORY,
                ResourceNames.BATCH_CPU,
                ResourceNames.BATCH_MEMORY,
                ResourceNames.MID_CPU,
                ResourceNames.MID_MEMORY)) {
            found.put(name, PodRequests.value(pod, name));
        }
        found.values().removeIf(amount -> amount <= 0);
        return found;
    }
}
