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
        return new Builder().add(needs, ALL).build();
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

    /** Collects needs of strategies. */
    public static final class Builder {
        private final Map<Need<?>, Predicate<PodInfo>> pods = new HashMap<>();

        /** These as well, for some pods; a need of two strategies is read for the pods of both. */
        public Builder add(Set<? extends Need<?>> needs, Predicate<PodInfo> ofPods) {
            needs.forEach(need -> pods.merge(need, ofPods, Builder::either));
            return this;
        }

        private static Predicate<PodInfo> either(Predicate<PodInfo> one, Predicate<PodInfo> other) {
            return one == ALL || other == ALL ? ALL : one.or(other);
        }

        /** What was collected; nothing may be added afterwards. */
        public Needs build() {
            return pods.isEmpty() ? NONE : new Needs(pods);
        }
    }
}
