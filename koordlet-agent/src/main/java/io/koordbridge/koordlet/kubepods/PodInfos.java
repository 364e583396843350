package io.koordbridge.koordlet.kubepods;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.api.annotation.ContainerResources;
import io.koordbridge.api.annotation.ExtendedResourceSpec;
import io.koordbridge.api.annotation.NumaNodeResource;
import io.koordbridge.api.annotation.ResourceStatus;
import io.koordbridge.api.pod.PodClassification;
import io.koordbridge.api.pod.PodRequests;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Pods of the API to {@link PodInfo}; specification sections 3 and 14.1. */
@PureCore
public final class PodInfos {

    /** What becomes of an annotation that cannot be used, as the end of its message. */
    public static final String COUNTS_AS_ABSENT = "; it counts as absent";

    private static final String MIRROR = "kubernetes.io/config.mirror";

    private static final Pattern CONTAINER_ID = Pattern.compile("[a-z-]+://(?!\\.{1,2}$)[0-9A-Za-z_.-]+");

    private static final Pattern STATIC_UID = Pattern.compile("[0-9a-f]{32}");

    private PodInfos() {}

    /**
     * Reads a pod. An annotation that does not decode counts as absent.
     *
     * @param problems gets it, with object, key and value
     */
    public static PodInfo of(Pod pod, Consumer<String> problems) {
        Optional<ResourceStatus> placement = read(pod, Annotations.POD_RESOURCE_STATUS, ResourceStatus.class, problems);
        return new PodInfo(
                identity(pod),
                lifeCycle(pod),
                new PodInfo.Classes(
                        PodClassification.explicitQos(pod),
                        PodClassification.qos(pod),
                        PodClassification.kubeQos(pod),
                        PodClassification.priorityClass(pod)),
                new Amounts(PodRequests.milliCpu(pod), PodRequests.memoryBytes(pod)),
                containers(pod, problems),
                new PodInfo.Batch(
                        BatchSums.of(pod).requestMilliCpu(),
                        staticUid(pod).isPresent() ? Optional.empty() : batch(pod, problems),
                        KubeletLimits.of(plainContainers(pod).toList())),
                placement.map(status -> placement(pod, status, problems)).orElse(PodInfo.Placement.NONE),
                EvictionTraits.of(pod, staticUid(pod).isEmpty(), problems));
    }

    private static PodInfo.LifeCycle lifeCycle(Pod pod) {
        String created = pod.getMetadata().getCreationTimestamp();
        Optional<Instant> createdAt;
        try {
            createdAt = Optional.ofNullable(created).map(Instant::parse);
        } catch (DateTimeParseException e) {
            createdAt = Optional.empty();
        }
        return new PodInfo.LifeCycle(
                PodClassification.isTerminated(pod), pod.getMetadata().getDeletionTimestamp() != null, createdAt);
    }

    private static PodInfo.Placement placement(Pod pod, ResourceStatus status, Consumer<String> problems) {
        List<NumaNodeResource> nodes = Objects.requireNonNullElse(status.numaNodeResources(), List.of());
        boolean withCpus = nodes.stream().anyMatch(PodInfos::hasCpus);
        return new PodInfo.Placement(
                Objects.requireNonNullElse(status.cpuset(), ""),
                cpus(pod, status.cpuset(), problems),
                withCpus
                        ? nodes.stream()
                                .map(NumaNodeResource::node)
                                .filter(Objects::nonNull)
                                .toList()
                        : List.of(),
                !isEmpty(status.cpuset()) || !nodes.isEmpty());
    }

    private static boolean hasCpus(NumaNodeResource node) {
        return Quantities.milli(node.resources(), ResourceNames.CPU) > 0
                || Quantities.value(node.resources(), ResourceNames.BATCH_CPU) > 0;
    }

    private static PodInfo.Identity identity(Pod pod) {
        return new PodInfo.Identity(
                Objects.requireNonNullElse(pod.getMetadata().getNamespace(), "default"),
                pod.getMetadata().getName(),
                uid(pod));
    }

    private static String uid(Pod pod) {
        return staticUid(pod)
                .orElseGet(() -> Objects.requireNonNullElse(pod.getMetadata().getUid(), ""));
    }

    /**
     * Of a static pod the API server shows a mirror with a uid of its own; its control groups have the one that the kubelet made. Every reader
     * may write the annotation, so it can name no pod of the API server, and nothing is written for a pod that has it.
     */
    private static Optional<String> staticUid(Pod pod) {
        return AnnotationCodec.text(pod, MIRROR)
                .filter(text -> STATIC_UID.matcher(text).matches());
    }

    private static <T> Optional<T> read(Pod pod, String key, Class<T> type, Consumer<String> problems) {
        Optional<String> text = AnnotationCodec.text(pod, key);
        try {
            return text.map(found -> AnnotationCodec.decode(nameOf(pod), key, found, type));
        } catch (BadAnnotationException e) {
            problems.accept(e.getMessage() + COUNTS_AS_ABSENT);
            return Optional.empty();
        }
    }

    private static String nameOf(Pod pod) {
        return "Pod/" + pod.getMetadata().getNamespace() + "/"
                + pod.getMetadata().getName();
    }

    private static CpuSet cpus(Pod pod, @Nullable String text, Consumer<String> problems) {
        try {
            return text == null ? CpuSet.EMPTY : CpuSet.parse(text);
        } catch (IllegalArgumentException e) {
            problems.accept(nameOf(pod) + ": annotation " + Annotations.POD_RESOURCE_STATUS + ": cpuset: "
                    + e.getMessage() + COUNTS_AS_ABSENT);
            return CpuSet.EMPTY;
        }
    }

    private static boolean isEmpty(@Nullable String text) {
        return text == null || text.isEmpty();
    }

    /** A container whose id is no plain name has no control group of its own. */
    private static List<ContainerInfo> containers(Pod pod, Consumer<String> problems) {
        List<ContainerInfo> found = new ArrayList<>();
        if (pod.getStatus() == null) {
            return found;
        }
        Stream.of(pod.getStatus().getContainerStatuses(), pod.getStatus().getInitContainerStatuses())
                .filter(Objects::nonNull)
                .flatMap(List::stream)
                .filter(status -> !isEmpty(status.getContainerID()))
                .forEach(status -> {
                    if (CONTAINER_ID.matcher(status.getContainerID()).matches()) {
                        found.add(container(status));
                    } else {
                        problems.accept(nameOf(pod) + ": container " + status.getName() + ": id '"
                                + status.getContainerID() + "': want <runtime>://<id>" + COUNTS_AS_ABSENT);
                    }
                });
        return found;
    }

    private static ContainerInfo container(ContainerStatus status) {
        return new ContainerInfo(status.getName(), status.getContainerID());
    }

    private static Stream<Container> plainContainers(Pod pod) {
        return pod.getSpec() == null
                ? Stream.empty()
                : Optional.ofNullable(pod.getSpec().getContainers()).stream().flatMap(List::stream);
    }

    /**
     * Batch resources of the containers of the spec; when none has any, those that the annotation says for them: it can name thousands
     * that are not.
     */
    private static Optional<Map<String, BatchAmounts>> batch(Pod pod, Consumer<String> problems) {
        Map<String, BatchAmounts> found = new LinkedHashMap<>();
        plainContainers(pod)
                .filter(container -> hasExtended(requests(container)) || hasExtended(limits(container)))
                .forEach(container -> found.put(container.getName(), amounts(requests(container), limits(container))));
        if (!found.isEmpty()) {
            return Optional.of(found);
        }
        Map<String, ContainerResources> annotated = read(
                        pod, Annotations.POD_EXTENDED_RESOURCE_SPEC, ExtendedResourceSpec.class, problems)
                .map(ExtendedResourceSpec::containers)
                .orElse(Map.of());
        Set<String> named = plainContainers(pod).map(Container::getName).collect(Collectors.toSet());
        annotated.forEach((name, resources) -> {
            if (named.isEmpty() || named.contains(name)) {
                found.put(name, amounts(resources.requests(), resources.limits()));
            }
        });
        return found.isEmpty() ? Optional.empty() : Optional.of(found);
    }

    private static boolean hasExtended(@Nullable Map<String, Quantity> list) {
        return list != null
                && Stream.of(
                                ResourceNames.BATCH_CPU,
                                ResourceNames.BATCH_MEMORY,
                                ResourceNames.MID_CPU,
                                ResourceNames.MID_MEMORY)
                        .anyMatch(list::containsKey);
    }

    private static BatchAmounts amounts(
            @Nullable Map<String, Quantity> requests, @Nullable Map<String, Quantity> limits) {
        return new BatchAmounts(
                Quantities.value(requests, ResourceNames.BATCH_CPU),
                Quantities.value(limits, ResourceNames.BATCH_CPU),
                Quantities.value(limits, ResourceNames.BATCH_MEMORY));
    }

    private static @Nullable Map<String, Quantity> requests(Container container) {
        return container.getResources() == null
                ? null
                : container.getResources().getRequests();
    }

    private static @Nullable Map<String, Quantity> limits(Container container) {
        return container.getResources() == null
                ? null
                : container.getResources().getLimits();
    }
}
