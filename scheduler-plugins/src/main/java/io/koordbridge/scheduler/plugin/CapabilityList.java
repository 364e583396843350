package io.koordbridge.scheduler.plugin;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.scheduler.view.ClusterListener;
import io.koordbridge.scheduler.view.PodFacts;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** All capabilities that are on, in order, and the sum of their decisions. */
public final class CapabilityList {

    private final List<Capability> all;
    private final Capabilities decisions;

    /**
     * Capabilities in the order of their filters, gates and plans.
     *
     * @throws IllegalArgumentException when two have the same name, or two have a lens
     */
    public CapabilityList(List<Capability> all) {
        this.all = List.copyOf(all);
        long names = all.stream().map(Capability::name).distinct().count();
        List<NodeLens> lenses = all.stream().flatMap(one -> one.lens().stream()).toList();
        if (names < all.size() || lenses.size() > 1) {
            throw new IllegalArgumentException(
                    "capabilities need different names and at most one lens: " + names() + ", lenses " + lenses.size());
        }
        PluginList plugins = new PluginList(
                all.stream().flatMap(one -> one.plugins().stream()).toList(),
                lenses.isEmpty() ? NodeLens.PLAIN : lenses.get(0));
        PodGate gate =
                AllGates.of(all.stream().flatMap(one -> one.gate().stream()).toList());
        Capabilities others = new Capabilities(gate, PodPlan.NONE, plugins, this::details);
        this.decisions = others.with(FirstPlan.of(
                all.stream().flatMap(one -> one.plan(others).stream()).toList()));
    }

    /** What filter, prioritize and bind call. */
    public Capabilities decisions() {
        return decisions;
    }

    /** Listeners of all. */
    public List<ClusterListener> listeners() {
        return all.stream().flatMap(one -> one.listeners().stream()).toList();
    }

    /** Those with a further interface, or of a class. */
    public <T> List<T> find(Class<T> type) {
        return all.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** The one of a class, empty when it is off. */
    public <T extends Capability> Optional<T> one(Class<T> type) {
        return find(type).stream().findFirst();
    }

    /** Starts them in order. */
    public void start(PeriodicTasks tasks) {
        all.forEach(one -> one.start(this, tasks));
    }

    /** Their lines about a pod. */
    public List<String> details(PodFacts pod) {
        return all.stream().flatMap(one -> one.details(pod).stream()).toList();
    }

    /** What they find wrong with a pod's annotations. */
    public List<String> problems(Pod pod) {
        return all.stream().flatMap(one -> one.problems(pod).stream()).toList();
    }

    /** Names in order. */
    public List<String> names() {
        return all.stream().map(Capability::name).toList();
    }

    /** Their states by name; an empty text for one that has none. */
    public SortedMap<String, Object> reports() {
        SortedMap<String, Object> reports = new TreeMap<>();
        all.forEach(one -> reports.put(one.name(), one.report().orElse("")));
        return reports;
    }
}
