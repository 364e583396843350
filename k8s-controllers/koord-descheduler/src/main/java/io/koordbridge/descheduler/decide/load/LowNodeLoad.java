package io.koordbridge.descheduler.decide.load;

import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.EvictionRequest;
import io.koordbridge.descheduler.decide.run.Evictor;
import io.koordbridge.descheduler.decide.run.RunView;
import io.koordbridge.descheduler.decide.run.Verdict;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** One run of the plugin LowNodeLoad: state in, state and decisions out; descheduler specification section 10. */
@PureCore
public final class LowNodeLoad {

    /** As in the configuration. */
    public static final String NAME = "LowNodeLoad";

    private LowNodeLoad() {}

    /**
     * One run.
     *
     * @param memory of the run before
     * @param nodes ready nodes of the profile
     * @param reportsListed whether all NodeMetrics have been read since this process started: before, a node without a report may
     *     have one, and nothing is evicted
     */
    public static LoadResult run(
            LowNodeLoadArgs args,
            LoadMemory memory,
            RunView view,
            List<NodeFacts> nodes,
            boolean reportsListed,
            Evictor evictor) {
        if (args.paused()) {
            return new LoadResult(memory, "paused by its arguments", List.of());
        }
        if (!reportsListed) {
            return new LoadResult(memory, "the NodeMetrics have not been read since the start", List.of());
        }
        List<NodeFacts> byName =
                nodes.stream().sorted(Comparator.comparing(NodeFacts::name)).toList();
        Detectors detectors = new Detectors(memory, args.detectorTimeout(), view.now());
        MovedPods moved = new MovedPods();
        Evictor once = new Once(evictor, moved);
        Set<String> processed = new HashSet<>();
        List<LoadResult.OfPool> pools = new ArrayList<>();
        for (LoadPool pool : args.pools()) {
            PoolNodes members =
                    PoolNodes.of(pool, members(pool, byName, processed), view, args.reportExpiration(), moved);
            LoadResult.OfPool result = new PoolBalance(args, pool, members, detectors, once, processed).run();
            moved.add(members, result.pods());
            pools.add(result);
        }
        return new LoadResult(detectors.memory(), "", pools);
    }

    /** A pool with a selector leaves out the sources of pools before it. */
    private static List<NodeFacts> members(LoadPool pool, List<NodeFacts> nodes, Set<String> processed) {
        CompiledSelector selection = pool.nodes();
        return selection == null
                ? nodes
                : nodes.stream()
                        .filter(node -> !processed.contains(node.name()))
                        .filter(node -> selection.matches(node.traits().labels()))
                        .toList();
    }

    /** Keeps pods that an earlier pool of the same run has moved. */
    private record Once(Evictor evictor, MovedPods moved) implements Evictor {

        @Override
        public Verdict filter(PodFacts pod) {
            return moved.contains(pod.ref().key())
                    ? Verdict.refused("SameRun", "this run has evicted it already")
                    : evictor.filter(pod);
        }

        @Override
        public Verdict preEvictionFilter(PodFacts pod) {
            return evictor.preEvictionFilter(pod);
        }

        @Override
        public Verdict evict(EvictionRequest request) {
            return evictor.evict(request);
        }
    }
}
