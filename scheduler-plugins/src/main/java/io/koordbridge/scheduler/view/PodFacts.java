package io.koordbridge.scheduler.view;

import io.koordbridge.api.nodecheck.PodConstraints;
import io.koordbridge.scheduler.facts.numa.PodNuma;
import io.koordbridge.scheduler.facts.reservation.ReservationMark;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What scheduling needs of a pod.
 *
 * @param uid unique id, empty in a request that carries none
 * @param nodeName where it is bound, null when it is not
 * @param terminated whether it is done and has released everything
 * @param wishes what it asks of its place
 * @param times when things happened to it
 * @param shape what filters and scores read of it
 * @param missingAnnotations what the Binding of the pod has to add; nothing once it is bound
 */
public record PodFacts(
        String uid,
        String namespace,
        String name,
        @Nullable String nodeName,
        boolean terminated,
        PodWishes wishes,
        PodTimes times,
        PodShape shape,
        Map<String, String> missingAnnotations) {

    public PodFacts {
        missingAnnotations = Map.copyOf(missingAnnotations);
    }

    /** The pod with what it gets on a node, and the annotations that say so. */
    public PodFacts with(PodNuma given, Map<String, String> annotations) {
        Map<String, String> all = new HashMap<>(missingAnnotations);
        all.putAll(annotations);
        return new PodFacts(uid, namespace, name, nodeName, terminated, wishes, times, shape.with(given), all);
    }

    /** The pod with an annotation that says what it gets on a node. */
    public PodFacts with(String annotation, String value) {
        Map<String, String> all = new HashMap<>(missingAnnotations);
        all.put(annotation, value);
        PodShape given = shape.with(shape.traits().with(annotation, value));
        return new PodFacts(uid, namespace, name, nodeName, terminated, wishes, times, given, all);
    }

    /** The pod with what reservations mean to it now. */
    public PodFacts with(ReservationMark mark) {
        return mark.equals(traits().reservations()) ? this : with(shape.with(traits().with(mark)));
    }

    /** The pod as one that is placed now, unless it says when it was. */
    public PodFacts scheduledAt(Instant now) {
        return times.scheduled() != PodTimes.UNKNOWN
                ? this
                : new PodFacts(
                        uid,
                        namespace,
                        name,
                        nodeName,
                        terminated,
                        wishes,
                        times.scheduledAt(now.toEpochMilli()),
                        shape,
                        missingAnnotations);
    }

    /** The same pod with an equal shape. */
    PodFacts with(PodShape equal) {
        return new PodFacts(uid, namespace, name, nodeName, terminated, wishes, times, equal, missingAnnotations);
    }

    /** Whether it has affinity or spread constraints, so that kube-scheduler has to see every node it fits on. */
    public boolean constrained() {
        return wishes.constrained();
    }

    /** Whether an owner keeps replicas of it, which kube-scheduler spreads by itself. */
    public boolean spread() {
        return wishes.spread();
    }

    /** Nodes that it can run on; of a bound pod what still matters there. */
    public PodConstraints constraints() {
        return wishes.constraints();
    }

    /** What it requests. */
    public ResourceVector request() {
        return shape.request();
    }

    /** Its wishes and holdings of CPUs and NUMA nodes. */
    public PodNuma numa() {
        return shape.numa();
    }

    /** What capabilities read beside requests. */
    public PodTraits traits() {
        return shape.traits();
    }

    /** Namespace and name. */
    public String key() {
        return namespace + "/" + name;
    }

    /** Whether it counts on a node. */
    public boolean holdsCapacity() {
        return nodeName != null && !terminated;
    }
}
