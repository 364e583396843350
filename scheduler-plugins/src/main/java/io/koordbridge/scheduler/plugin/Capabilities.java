package io.koordbridge.scheduler.plugin;

import io.koordbridge.scheduler.view.PodFacts;
import java.util.List;
import java.util.function.Function;

/**
 * What filter, prioritize and bind ask: about the pod, then about each node.
 *
 * @param gate asked before any node
 * @param plan asked before the gate: a pod that it has a node for has passed the gate already
 * @param plugins asked for each node
 * @param notes what people should know of a pod beside that, a line each
 */
public record Capabilities(PodGate gate, PodPlan plan, PluginList plugins, Function<PodFacts, List<String>> notes) {

    /** Without a plan and notes. */
    public Capabilities(PodGate gate, PluginList plugins) {
        this(gate, PodPlan.NONE, plugins, pod -> List.of());
    }

    /** The same with a plan. */
    public Capabilities with(PodPlan other) {
        return new Capabilities(gate, other, plugins, notes);
    }
}
