package io.koordbridge.descheduler.decide.load;

import io.koordbridge.api.nodecheck.NodeCheck;
import io.koordbridge.api.nodecheck.PodConstraints;
import io.koordbridge.api.quantity.PlainAmounts;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.protocol.PureCore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The targets of one round, in order of their names. */
@PureCore
final class Targets {

    private final List<Target> all;

    /** Pods of one workload have the same constraints: nodes are compared with each of them once. */
    private final Map<PodConstraints, List<Target>> open = new HashMap<>();

    Targets(List<Target> all) {
        this.all = List.copyOf(all);
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** The first that could take the pod, or in numbers why there is none. */
    Found find(PodFacts pod, long[] usage) {
        PlainAmounts request = new PlainAmounts(pod.fit().requests());
        List<Target> candidates = open(pod);
        int hot = 0;
        for (Target target : candidates) {
            if (!target.hasRoom(usage)) {
                hot++;
            } else if (target.hasRequests(request)) {
                return new Found(target, "");
            }
        }
        return new Found(
                null,
                "none of " + all.size() + " nodes with room could take it: " + (all.size() - candidates.size())
                        + " by cordon, taint, node selector or affinity, " + hot
                        + " would exceed a high threshold with it and the pods before it, " + (candidates.size() - hot)
                        + " lack what it requests");
    }

    /**
     * What was found.
     *
     * @param message why there is no target; empty when there is one
     */
    record Found(@Nullable Target target, String message) {}

    private List<Target> open(PodFacts pod) {
        return open.computeIfAbsent(
                pod.fit().constraints(),
                constraints -> all.stream()
                        .filter(target -> NodeCheck.obstacles(
                                        constraints, target.node().facts().traits())
                                .isEmpty())
                        .toList());
    }

    /** Gives back what was held for pods that were not evicted. */
    void release() {
        all.forEach(Target::release);
    }
}
