package io.koordbridge.descheduler.decide.limit;

import io.koordbridge.descheduler.decide.pod.PodFacts;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** What one run has asked for so far, against the limits of a run; made anew for each run, used by one thread. */
public final class RunCounts {

    private final RunLimits limits;
    private final ToIntFunction<String> foreignOnNode;
    private final Map<String, Integer> byNode = new HashMap<>();
    private final Map<String, Integer> byNamespace = new HashMap<>();
    private int total;

    /**
     * Counts of a run.
     *
     * @param foreignOnNode evictions of a node's pods by other clients within the window
     */
    public RunCounts(RunLimits limits, ToIntFunction<String> foreignOnNode) {
        this.limits = limits;
        this.foreignOnNode = foreignOnNode;
    }

    /** The limit that one more eviction would exceed, if any. */
    public Optional<LimitRefusal> check(PodFacts pod) {
        return over("maxNoOfPodsToEvictTotal", "the cluster", total, 0, limits.total())
                .or(() -> overNode(pod.nodeName()))
                .or(() -> over(
                        "maxNoOfPodsToEvictPerNamespace",
                        "namespace " + pod.ref().namespace(),
                        byNamespace.getOrDefault(pod.ref().namespace(), 0),
                        0,
                        limits.perNamespace()));
    }

    private Optional<LimitRefusal> overNode(String node) {
        if (node.isEmpty() || limits.perNode() == null) {
            return Optional.empty();
        }
        return over(
                "maxNoOfPodsToEvictPerNode",
                "node " + node,
                byNode.getOrDefault(node, 0),
                foreignOnNode.applyAsInt(node),
                limits.perNode());
    }

    private static Optional<LimitRefusal> over(
            String check, String object, int own, int foreign, @Nullable Integer limit) {
        if (limit == null || (long) own + foreign < limit) {
            return Optional.empty();
        }
        String others = foreign == 0 ? "" : " and " + foreign + " by other clients";
        return Optional.of(new LimitRefusal(
                check, object + " has " + own + " evictions in this run" + others + "; the limit is " + limit));
    }

    /** Counts a request that was accepted. */
    public void accepted(PodFacts pod) {
        total++;
        byNamespace.merge(pod.ref().namespace(), 1, Integer::sum);
        if (!pod.nodeName().isEmpty()) {
            byNode.merge(pod.nodeName(), 1, Integer::sum);
        }
    }
}
