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
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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

    private record Candidate(String name, long unwelcome, long score, long spare) {}

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
        return ranked(pod, passed, view)
                .limit(TRIES)
                .filter(name -> keeps(pod, name))
                .findFirst();
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
     * The best first: without a taint that makes the node less welcome, then by our score, then by the room for cpu and memory as
     * kube-scheduler counts it.
     */
    private static Stream<String> ranked(PodFacts pod, BestNodes passed, ClusterView view) {
        return passed.scored()
                .flatMap(one -> view
                        .node(one.name())
                        .map(node -> new Candidate(one.name(), unwelcome(pod, node), one.score(), spare(pod, node)))
                        .stream())
                .sorted(Comparator.comparingLong(Candidate::unwelcome)
                        .thenComparing(
                                Comparator.comparingLong(Candidate::score).reversed())
                        .thenComparing(
                                Comparator.comparingLong(Candidate::spare).reversed()))
                .map(Candidate::name);
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
