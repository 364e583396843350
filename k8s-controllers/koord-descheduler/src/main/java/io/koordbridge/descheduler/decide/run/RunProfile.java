package io.koordbridge.descheduler.decide.run;

import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import java.util.List;

/**
 * A profile whose plugins are made.
 *
 * @param nodeSelector of its nodes; absent or empty for all
 * @param deschedule in order
 * @param balance in order
 */
public record RunProfile(String name, CompiledSelector nodeSelector, List<Step> deschedule, List<Step> balance) {

    public RunProfile {
        deschedule = List.copyOf(deschedule);
        balance = List.copyOf(balance);
    }

    /**
     * A plugin in a profile.
     *
     * @param dryRun whether process, profile or plugin only pretend
     */
    public record Step(RunPlugin plugin, boolean dryRun) {}

    List<Step> steps(PluginPoint point) {
        return point == PluginPoint.DESCHEDULE ? deschedule : balance;
    }

    static List<NodeFacts> selected(List<NodeFacts> nodes, CompiledSelector selector) {
        boolean all = selector.source() == null || selector.isEmpty();
        return all
                ? nodes
                : nodes.stream()
                        .filter(node -> selector.matches(node.traits().labels()))
                        .toList();
    }
}
