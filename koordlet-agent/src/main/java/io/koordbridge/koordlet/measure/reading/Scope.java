package io.koordbridge.koordlet.measure.reading;

import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.util.Set;

/**
 * Where a reading is taken.
 *
 * @param classes of pods, by label; empty for all pods
 */
@PureCore
public record Scope(Place place, Set<QosClass> classes) {

    /** Once on the node: the top of a hierarchy, and series of the node. */
    public static final Scope NODE = new Scope(Place.NODE, Set.of());
    /** The group of all pods, in which those of class Guaranteed lie. */
    public static final Scope KUBEPODS = new Scope(Place.KUBEPODS, Set.of());

    public static final Scope BURSTABLE = new Scope(Place.BURSTABLE, Set.of());
    /** The best-effort tier. */
    public static final Scope TIER = new Scope(Place.TIER, Set.of());

    /** Kinds of places. */
    public enum Place {
        NODE,
        KUBEPODS,
        BURSTABLE,
        TIER,
        /** Each pod that has not finished. */
        PODS,
        /** Each of their containers. */
        CONTAINERS,
        /** The container of each pod that the API does not list; its value is that of the pod. */
        SANDBOXES
    }

    public Scope {
        classes = Set.copyOf(classes);
    }

    /** Pods whose label has one of the classes; without any, all pods. */
    public static Scope pods(QosClass... classes) {
        return new Scope(Place.PODS, Set.of(classes));
    }

    /** Containers of these pods. */
    public static Scope containers(QosClass... classes) {
        return new Scope(Place.CONTAINERS, Set.of(classes));
    }

    /** Sandboxes of these pods. */
    public static Scope sandboxes(QosClass... classes) {
        return new Scope(Place.SANDBOXES, Set.of(classes));
    }

    boolean isOnce() {
        return place != Place.PODS && place != Place.CONTAINERS && place != Place.SANDBOXES;
    }

    boolean has(PodInfo pod) {
        return !pod.finished() && (classes.isEmpty() || classes.contains(pod.labelQos()));
    }
}
