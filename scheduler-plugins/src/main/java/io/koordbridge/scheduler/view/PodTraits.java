package io.koordbridge.scheduler.view;

import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.reservation.ReservationMark;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.util.HashMap;
import java.util.Map;

/**
 * What capabilities read of a pod beside its requests. Pods of one owner have equal traits until they are placed.
 *
 * @param priorityClass class of the pod
 * @param priority {@code spec.priority}, 0 without one
 * @param daemonSet whether a DaemonSet owns it
 * @param limits what it may use at most, a container without limit counts as 0
 * @param annotations annotations of capabilities by name, as they are written
 * @param reservations what reservations mean to it
 */
@PureCore
public record PodTraits(
        PriorityClass priorityClass,
        int priority,
        boolean daemonSet,
        ResourceVector limits,
        Map<String, String> annotations,
        ReservationMark reservations) {

    public PodTraits {
        annotations = Map.copyOf(annotations);
    }

    /** The same with another annotation. */
    PodTraits with(String name, String value) {
        Map<String, String> all = new HashMap<>(annotations);
        all.put(name, value);
        return new PodTraits(priorityClass, priority, daemonSet, limits, all, reservations);
    }

    /** The same with another mark. */
    PodTraits with(ReservationMark mark) {
        return new PodTraits(priorityClass, priority, daemonSet, limits, annotations, mark);
    }
}
