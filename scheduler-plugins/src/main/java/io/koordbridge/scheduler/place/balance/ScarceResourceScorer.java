package io.koordbridge.scheduler.place.balance;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodShape;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * Keeps pods that do not need a scarce resource away from the nodes that have it. Scheduler specification section 19,
 * ScarceResourceAvoidance.
 */
@PureCore
public final class ScarceResourceScorer {

    private ScarceResourceScorer() {}

    /** Score from 0 to 100: the share of non-scarce resources among those that the pod leaves unused. */
    public static long score(PodShape pod, NodeView node, Collection<String> scarce) {
        Set<String> unused = new TreeSet<>();
        for (String name : node.allocatable().names()) {
            if (node.allocatable().get(name) > 0 && pod.request().get(name) == 0) {
                unused.add(name);
            }
        }
        long scarceUnused = unused.stream().filter(scarce::contains).count();
        return scarceUnused == 0
                ? BalanceStrategy.MAX_SCORE
                : (unused.size() - scarceUnused) * BalanceStrategy.MAX_SCORE / unused.size();
    }
}
