package io.koordbridge.scheduler.plugin;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.scheduler.view.ClusterListener;
import io.koordbridge.scheduler.view.PodFacts;
import java.util.List;
import java.util.Optional;

/**
 * A part of the scheduler that can be left out: its events, its decisions about pods and nodes, its background work, its words. One
 * line of the list of capabilities adds it. Rooms above this one find it by further interfaces, such as a barrier before binds.
 */
public interface Capability {

    /** Name in answers, such as {@code quota}. */
    String name();

    /** Listeners to the objects of the cluster. */
    default List<ClusterListener> listeners() {
        return List.of();
    }

    /** Filters and scores. */
    default List<SchedulingPlugin> plugins() {
        return List.of();
    }

    /** How plugins see a node; at most one capability has a lens. */
    default Optional<NodeLens> lens() {
        return Optional.empty();
    }

    /** The decision about a pod before any node is looked at. */
    default Optional<PodGate> gate() {
        return Optional.empty();
    }

    /**
     * The choice of nodes for some pods. Called once.
     *
     * @param others gates and plugins of all capabilities, without plans
     */
    default Optional<PodPlan> plan(Capabilities others) {
        return Optional.empty();
    }

    /** Begins its background work and serves its views; all capabilities exist, and events have begun to arrive. */
    default void start(CapabilityList all, PeriodicTasks tasks) {}

    /** Why a pod waits and what concerns it, a line each. */
    default List<String> details(PodFacts pod) {
        return List.of();
    }

    /** Annotations of a pod that cannot be used, a line each. */
    default List<String> problems(Pod pod) {
        return List.of();
    }

    /** State for JSON, such as the number of quotas; empty for none. */
    default Optional<Object> report() {
        return Optional.empty();
    }

    /** A capability that is one filter or score. */
    static Capability of(SchedulingPlugin plugin) {
        return new Capability() {
            @Override
            public String name() {
                return plugin.name();
            }

            @Override
            public List<SchedulingPlugin> plugins() {
                return List.of(plugin);
            }
        };
    }
}
