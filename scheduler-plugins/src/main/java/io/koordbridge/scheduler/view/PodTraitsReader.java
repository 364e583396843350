package io.koordbridge.scheduler.view;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.pod.PodClassification;
import io.koordbridge.api.pod.PodPlacement;
import io.koordbridge.api.pod.PodRequests;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.reservation.AllocatedCodec;
import io.koordbridge.scheduler.facts.reservation.ReservationMark;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Pod objects to {@link PodTraits} and {@link PodTimes}. */
@PureCore
public final class PodTraitsReader {

    private static final List<String> WISHES = List.of(
            Annotations.POD_LOAD_FACTORS,
            Annotations.POD_LOAD_AFTER_SCHEDULED,
            Annotations.POD_LOAD_AFTER_INITIALIZED,
            Annotations.POD_DEVICE_HINT,
            Annotations.POD_DEVICE_JOINT);

    private static final Set<String> DAEMON_SET = Set.of("DaemonSet");

    private PodTraitsReader() {}

    /** The traits of a pod. */
    static PodTraits traits(Pod pod, boolean bound) {
        Integer priority = pod.getSpec() == null ? null : pod.getSpec().getPriority();
        return new PodTraits(
                PodClassification.priorityClass(pod),
                priority == null ? 0 : priority,
                isOfAny(pod, DAEMON_SET),
                ResourceVector.ofExact(PodRequests.limits(pod)),
                annotations(pod, bound),
                bound ? AllocatedCodec.read(pod) : ReservationMark.NONE);
    }

    /** Annotations of capabilities by name, as they are written. */
    public static Map<String, String> annotations(Pod pod) {
        return annotations(pod, !PodPlacement.nodeName(pod).isEmpty());
    }

    private static Map<String, String> annotations(Pod pod, boolean bound) {
        Map<String, String> annotations = new HashMap<>();
        WISHES.forEach(name -> copy(pod, name, annotations));
        if (bound) {
            // Whoever makes a pod may write it as well: it counts once a scheduler has bound the pod.
            copy(pod, Annotations.POD_DEVICE_ALLOCATED, annotations);
        }
        return annotations;
    }

    /** Annotations of capabilities that are not read, for people. */
    public static List<String> problems(Pod pod) {
        Map<String, String> all = pod.getMetadata().getAnnotations();
        return all == null || all.isEmpty()
                ? List.of()
                : Stream.concat(WISHES.stream(), Stream.of(Annotations.POD_DEVICE_ALLOCATED))
                        .flatMap(name -> AnnotationCodec.tooLong(pod, name).stream()
                                .map(problem -> "annotation " + name + ": " + problem))
                        .toList();
    }

    private static void copy(Pod pod, String name, Map<String, String> to) {
        AnnotationCodec.text(pod, name).ifPresent(value -> to.put(name, value));
    }

    /** Whether an owner of one of these kinds made the pod. */
    static boolean isOfAny(Pod pod, Set<String> kinds) {
        List<OwnerReference> owners = pod.getMetadata().getOwnerReferences();
        return owners != null && owners.stream().anyMatch(owner -> kinds.contains(owner.getKind()));
    }

    /** When things happened to a pod. */
    static PodTimes times(Pod pod) {
        return new PodTimes(since(pod, "PodScheduled"), since(pod, "Initialized"));
    }

    private static long since(Pod pod, String type) {
        List<PodCondition> conditions =
                pod.getStatus() == null ? null : pod.getStatus().getConditions();
        return Objects.requireNonNullElse(conditions, List.<PodCondition>of()).stream()
                .filter(condition -> type.equals(condition.getType()) && "True".equals(condition.getStatus()))
                .map(PodCondition::getLastTransitionTime)
                .mapToLong(PodTraitsReader::millis)
                .filter(millis -> millis != PodTimes.UNKNOWN)
                .findFirst()
                .orElse(PodTimes.UNKNOWN);
    }

    private static long millis(@Nullable String time) {
        try {
            return time == null || time.isEmpty()
                    ? PodTimes.UNKNOWN
                    : Instant.parse(time).toEpochMilli();
        } catch (DateTimeException | ArithmeticException notATime) {
            return PodTimes.UNKNOWN;
        }
    }
}
