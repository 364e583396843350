package io.koordbridge.scheduler.wake;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.view.ClusterView;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.wake.RefusedPods.Change;
import io.koordbridge.scheduler.wake.RefusedPods.Refusal;
import io.koordbridge.scheduler.wake.RefusedPods.Work;
import java.util.List;

/** Which refused pods fit on a node that changed and did not fit there before. */
@PureCore
final class WakeRound {

    private WakeRound() {}

    /** The pods to try again, those first that were refused first. */
    static List<PodFacts> toTryAgain(Work work, ClusterView view, PluginList plugins) {
        return work.refused().stream()
                .filter(refusal -> work.changed().entrySet().stream()
                        .anyMatch(change -> view.node(change.getKey())
                                .filter(now -> isNewlyFit(refusal, change.getValue(), now, plugins))
                                .isPresent()))
                .map(Refusal::pod)
                .toList();
    }

    private static boolean isNewlyFit(Refusal refusal, Change change, NodeView now, PluginList plugins) {
        boolean sawItAll = refusal.at() > change.last();
        if (sawItAll || !fits(refusal.pod(), now, plugins)) {
            return false;
        }
        // Refused between two changes: it did not fit then, whatever was before.
        boolean amidst = refusal.at() > change.first();
        return amidst
                || change.before()
                        .filter(before -> fits(refusal.pod(), before, plugins))
                        .isEmpty();
    }

    private static boolean fits(PodFacts pod, NodeView node, PluginList plugins) {
        return plugins.answer(pod.shape(), node).fit().fits();
    }
}
