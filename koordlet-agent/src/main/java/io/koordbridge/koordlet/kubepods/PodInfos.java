package io.koordbridge.koordlet.kubepods;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.pod.PodClassification;
import io.koordbridge.api.pod.PodRequests;
import io.koordbridge.koordlet.cluster.override.OverrideKeys;
import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Pods of the API to {@link PodInfo}; specification sections 3 and 14.1. */
@PureCore
public final class PodInfos {

    /** What becomes of an annotation that cannot be used, as the end of its message. */
    public static final String COUNTS_AS_ABSENT = "; it counts as absent";

    private static final String MIRROR = "kubernetes.io/config.mirror";

    private static final String SOURCE = "kubernetes.io/config.source";

    private static final Pattern CONTAINER_ID = Pattern.compile("[A-Za-z-]+://(?!\\.{1,2}$)[0-9A-Za-z_.-]+");

    private static final Pattern HASH = Pattern.compile("[0-9a-f]{32}");

    /** A uid that the manifest of a static pod gives: one name of a directory. */
    private static final Pattern OWN_UID = Pattern.compile("[0-9A-Za-z][0-9A-Za-z_.-]{0,127}");

    private static final Set<String> ON_THE_NODE = Set.of("file", "http");

    private PodInfos() {}

    /**
     * Reads a pod. An annotation that does not decode counts as absent.
     *
     * @param problems gets it, with object, key and value
     */
    public static PodInfo of(Pod pod, Consumer<String> problems) {
        return of(pod, OverrideKeys.NONE, problems);
    }

    /**
     * The same, with annotations that strategies define.
     *
     * @param overrides keys of all strategies
     */
    public static PodInfo of(Pod pod, OverrideKeys overrides, Consumer<String> problems) {
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
                        staticUid(pod).isPresent() ? List.of() : BatchContainers.of(pod),
                        BatchContainers.overhead(pod),
                        staticUid(pod).isPresent() ? PodMemory.NONE : PodMemory.of(pod)),
                PlacementReader.of(pod, problems),
                EvictionTraits.of(pod, staticUid(pod).isEmpty(), problems),
                overrides.decode(nameOf(pod), pod, problems));
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
     * Of a static pod the API server shows a mirror with a uid of its own; its control groups have the one of its manifest, else a hash
     * that the kubelet made. Any author of a pod may write these annotations, so nothing is written for a pod that has them.
     */
    private static Optional<String> staticUid(Pod pod) {
        return AnnotationCodec.text(pod, MIRROR)
                .filter(text ->
                        HASH.matcher(text).matches() || (OWN_UID.matcher(text).matches() && isFromTheNode(pod)));
    }

    private static boolean isFromTheNode(Pod pod) {
        return AnnotationCodec.text(pod, SOURCE).filter(ON_THE_NODE::contains).isPresent()
                && Objects.requireNonNullElse(pod.getMetadata().getOwnerReferences(), List.<OwnerReference>of())
                        .stream()
                        .anyMatch(owner -> "Node".equals(owner.getKind())
                                && pod.getSpec() != null
                                && Objects.equals(owner.getName(), pod.getSpec().getNodeName()));
    }

    static String nameOf(Pod pod) {
        return "Pod/" + pod.getMetadata().getNamespace() + "/"
                + pod.getMetadata().getName();
    }

    private static boolean isEmpty(@Nullable String text) {
        return text == null || text.isEmpty();
    }

    /** Those that run. A container whose id is no plain name has no control group of its own. */
    private static List<ContainerInfo> containers(Pod pod, Consumer<String> problems) {
        List<ContainerInfo> found = new ArrayList<>();
        if (pod.getStatus() == null) {
            return found;
        }
        Stream.of(pod.getStatus().getContainerStatuses(), pod.getStatus().getInitContainerStatuses())
                .filter(Objects::nonNull)
                .flatMap(List::stream)
                .filter(status -> !isEmpty(status.getContainerID()) && !hasEnded(status))
                .forEach(status -> {
                    if (CONTAINER_ID.matcher(status.getContainerID()).matches()) {
                        found.add(ContainerLimits.container(pod, status));
                    } else {
                        problems.accept(nameOf(pod) + ": container " + status.getName() + ": id '"
                                + status.getContainerID() + "': want <runtime>://<id>" + COUNTS_AS_ABSENT);
                    }
                });
        return found;
    }

    /** One that ended has no control group any more; one whose state is not known may have. */
    static boolean hasEnded(ContainerStatus status) {
        return status.getState() != null
                && status.getState().getRunning() == null
                && (status.getState().getTerminated() != null
                        || status.getState().getWaiting() != null);
    }
}
