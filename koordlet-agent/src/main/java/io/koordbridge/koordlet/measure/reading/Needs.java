package io.koordbridge.koordlet.measure.reading;

import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.protocol.PureCore;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** What all strategies need at a tick, and for which pods. Places that there are once are read for any strategy that needs them. */
@PureCore
public final class Needs {

    /** Every pod. */
    public static final Predicate<PodInfo> ALL = pod -> true;

    /** Nothing. */
    public static final Needs NONE = new Needs(Map.of());

    private final Map<Need<?>, Predicate<PodInfo>> pods;

    private Needs(Map<Need<?>, Predicate<PodInfo>> pods) {
        this.pods = pods;
    }

    /** These, for every pod in their scope. */
    public static Needs of(Set<? extends Need<?>> needs) {
        return NONE.plus(needs, ALL);
    }

    /** These as well, for some pods; a need of two strategies is read for the pods of both. */
    public Needs plus(Set<? extends Need<?>> needs, Predicate<PodInfo> ofPods) {
        if (needs.isEmpty()) {
            return this;
        }
        Map<Need<?>, Predicate<PodInfo>> both = new HashMap<>(pods);
        needs.forEach(need -> both.merge(need, ofPods, Needs::either));
        return new Needs(both);
    }

    private static Predicate<PodInfo> either(Predicate<PodInfo> one, Predicate<PodInfo> other) {
        return one == ALL || other == ALL ? ALL : one.or(other);
    }

    /** Each need once. */
    public Set<Need<?>> all() {
        return Collections.unmodifiableSet(pods.keySet());
    }

    /** Pods for which a need is read, of those in its scope. */
    Predicate<PodInfo> podsOf(Need<?> need) {
        return pods.getOrDefault(need, pod -> false);
    }

    public boolean isEmpty() {
        return pods.isEmpty();
    }
}
