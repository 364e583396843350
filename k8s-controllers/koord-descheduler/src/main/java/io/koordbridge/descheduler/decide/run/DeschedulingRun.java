package io.koordbridge.descheduler.decide.run;

import io.koordbridge.descheduler.decide.limit.RunCounts;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;

/**
 * One run: all Deschedule plugins of all profiles, then all Balance plugins. A plan is the same with settings that only pretend.
 */
public final class DeschedulingRun {

    private static final int FEWEST_NODES = 2;

    private final RunSettings settings;
    private final EvictorSource evictors;
    private final ToIntFunction<String> foreignOnNode;

    /**
     * Runs with these settings.
     *
     * @param foreignOnNode evictions of a node's pods by other clients within the window
     */
    public DeschedulingRun(RunSettings settings, EvictorSource evictors, ToIntFunction<String> foreignOnNode) {
        this.settings = settings;
        this.evictors = evictors;
        this.foreignOnNode = foreignOnNode;
    }

    /** Runs the plugins; an error in one ends the run. */
    public RunResult run(RunView view) {
        List<NodeFacts> ready = view.nodes().stream().filter(NodeFacts::ready).toList();
        List<NodeFacts> nodes = RunProfile.selected(ready, settings.nodeSelector());
        if (nodes.size() < FEWEST_NODES) {
            String error = "the run is skipped: " + nodes.size() + " of "
                    + view.nodes().size() + " nodes are ready and match nodeSelector; a run needs " + FEWEST_NODES;
            return new RunResult(view.now(), nodes.size(), List.of(), error);
        }
        Turns turns = new Turns(view, nodes, new RunCounts(settings.limits(), foreignOnNode), new HashSet<>());
        List<PluginRun> done = new ArrayList<>();
        for (PluginPoint point : PluginPoint.values()) {
            for (RunProfile profile : settings.profiles()) {
                for (RunProfile.Step step : profile.steps(point)) {
                    PluginRun last = turn(turns, profile, step);
                    done.add(last);
                    if (!last.error().isEmpty()) {
                        return new RunResult(view.now(), nodes.size(), done, last.error());
                    }
                }
            }
        }
        return new RunResult(view.now(), nodes.size(), done, "");
    }

    private record Turns(RunView view, List<NodeFacts> nodes, RunCounts counts, Set<String> requested) {}

    private PluginRun turn(Turns turns, RunProfile profile, RunProfile.Step step) {
        RunEvictor evictor =
                new RunEvictor(evictors.of(profile.name(), step.dryRun()), turns.counts(), turns.requested());
        String error = "";
        try {
            List<NodeFacts> nodes = RunProfile.selected(turns.nodes(), profile.nodeSelector());
            step.plugin().run(turns.view(), nodes, evictor);
        } catch (RuntimeException e) {
            error = "profile " + profile.name() + ", plugin " + step.plugin().name() + ": " + e;
        }
        return evictor.result(profile.name(), step, error);
    }
}
