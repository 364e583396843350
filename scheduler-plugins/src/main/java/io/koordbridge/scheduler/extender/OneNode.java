package io.koordbridge.scheduler.extender;

import io.koordbridge.api.nodecheck.NodeTaint;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterLedger.Assumed;
import io.koordbridge.scheduler.view.ClusterView;
import io.koordbridge.scheduler.view.Hold;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the node of a pod in filter and keeps its room, so that kube-scheduler has nothing to score. For pods whose place
 * kube-scheduler's own scores would hardly change: its filters have passed the candidates already.
 */
final class OneNode {

    /** Longer than a bind waits for its turn; without a bind by then kube-scheduler has given the pod up. */
    private static final Duration KEPT = Duration.ofSeconds(30);

    private static final Hold HOLD = new Hold(Hold.Owner.FILTER, "filter has offered this node and no other");
    /** Conflicts come from changes since the view was read; after a few of them kube-scheduler chooses. */
    private static final int TRIES = 3;

    private static final long SCALE = 10_000;
    private static final List<String> NATIVE = List.of(ResourceNames.CPU, ResourceNames.MEMORY);

    private final ClusterLedger ledger;
    private final PluginList plugins;
    private final Clock clock;

    OneNode(ClusterLedger ledger, PluginList plugins, Clock clock) {
        this.ledger = ledger;
        this.plugins = plugins;
        this.clock = clock;
    }

    /** Whether neither another object nor a score of kube-scheduler decides about the pod's place. */
    static boolean mayChoose(PodFacts pod) {
        return !pod.constrained()
                && !pod.spread()
                && pod.constraints().unknown().isEmpty()
                && pod.constraints().hostPorts().isEmpty();
    }

    /** The node where the pod has its room now; empty when kube-scheduler has to choose. */
    Optional<String> choose(PodFacts pod, BestNodes passed) {
        // A pod that no event has shown would keep its room when it is deleted.
        if (!ledger.isPending(pod) || !mayChoose(pod)) {
            return Optional.empty();
        }
        ClusterView view = ledger.view();
        Set<String> refused = new HashSet<>();
        while (refused.size() < TRIES) {
            String best = best(pod, passed, view, refused);
            if (best == null || keeps(pod, best)) {
                return Optional.ofNullable(best);
            }
            refused.add(best);
        }
        return Optional.empty();
    }

    private boolean keeps(PodFacts pod, String node) {
        return ledger.hold(pod, node, clock.instant().plus(KEPT), HOLD, now -> plugins.place(pod, now))
                instanceof Assumed;
    }

    /** What an earlier filter of the pod has kept. */
    void release(PodFacts pod) {
        ledger.release(pod.uid(), Hold.Owner.FILTER);
    }

    /**
     * Without a taint that makes the node less welcome, then by our score, then by the room for cpu and memory as kube-scheduler counts
     * it. A loop, for it runs over all nodes for each pod.
     */
    private static @Nullable String best(PodFacts pod, BestNodes passed, ClusterView view, Set<String> refused) {
        NodeView best = null;
        long bestUnwelcome = Long.MAX_VALUE;
        long bestScore = 0;
        long bestSpare = 0;
        long[] scores = passed.scores();
        for (int i = 0; i < scores.length; i++) {
            NodeView node = refused.contains(passed.name(i))
                    ? null
                    : view.node(passed.name(i)).orElse(null);
            if (node == null) {
                continue;
            }
            long unwelcome = unwelcome(pod, node);
            long score = scores[i];
            int order = Long.compare(bestUnwelcome, unwelcome);
            order = order == 0 ? Long.compare(score, bestScore) : order;
            // Only where the rest is even: it is the part that takes time.
            long spare = order == 0 ? spare(pod, node) : 0;
            if (order > 0 || spare > bestSpare) {
                best = node;
                bestUnwelcome = unwelcome;
                bestScore = score;
                bestSpare = order > 0 ? spare(pod, node) : spare;
            }
        }
        return best == null ? null : best.name();
    }

    private static long unwelcome(PodFacts pod, NodeView node) {
        List<NodeTaint> taints = node.facts().traits().taints();
        return taints.isEmpty()
                ? 0
                : taints.stream()
                        .filter(taint -> !taint.keepsAway())
                        .filter(taint -> pod.constraints().tolerations().stream()
                                .noneMatch(toleration -> toleration.tolerates(taint)))
                        .count();
    }

    private static long spare(PodFacts pod, NodeView node) {
        long sum = 0;
        for (String resource : NATIVE) {
            long allocatable = node.facts().published().get(resource);
            long left = allocatable
                    - node.used(resource)
                    - pod.shape().nonZeroRequest().get(resource);
            sum += allocatable <= 0 ? 0 : (long) ((double) Math.max(0, left) / allocatable * SCALE);
        }
        return sum;
    }
}
