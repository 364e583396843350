package io.koordbridge.yarnoperator.node;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.lease.NodeManagerView;
import io.koordbridge.yarnoperator.node.NodeObserver.Observed;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** What nodes keep so that applications may ask for containers as large; written by one loop, read by the passes and the view. */
public final class KeptSizes {

    private volatile YarnAmount size = YarnAmount.ZERO;
    private volatile Decided decided = new Decided(Map.of(), Set.of(), List.of());

    /**
     * A decision.
     *
     * @param byNode what chosen nodes keep
     * @param clusters whose nodes were chosen
     * @param problems for the status
     */
    private record Decided(Map<String, YarnAmount> byNode, Set<String> clusters, List<String> problems) {}

    /** No nodes are chosen yet: each keeps the size if it has it, so that none falls that will be chosen. */
    public void undecided(YarnAmount ofChosen) {
        size = ofChosen;
        decided = new Decided(Map.of(), Set.of(), List.of());
    }

    /** The nodes of these clusters are chosen; the nodes that keep something else than before. */
    public Set<String> decided(Map<String, YarnAmount> byNode, Set<String> clusters, List<String> problems) {
        Decided before = decided;
        decided = new Decided(Map.copyOf(byNode), Set.copyOf(clusters), List.copyOf(problems));
        Set<String> concerned = new HashSet<>(byNode.keySet());
        concerned.addAll(before.byNode().keySet());
        concerned.removeIf(node -> Objects.equals(before.byNode().get(node), byNode.get(node)));
        return concerned;
    }

    /** What a chosen node keeps, 0 for any other. */
    public YarnAmount of(String node) {
        return decided.byNode().getOrDefault(node, YarnAmount.ZERO);
    }

    /** Clusters that accept no container of the size. */
    public List<String> problems() {
        return decided.problems();
    }

    YarnAmount of(Observed observed) {
        Decided now = decided;
        YarnAmount chosen = now.byNode().get(observed.node().getMetadata().getName());
        if (chosen != null) {
            return chosen;
        }
        YarnAmount has = YarnAmount.ZERO;
        for (NodeManagerView view : observed.seen().managers()) {
            boolean open = view.inUse() && !now.clusters().contains(view.ref().cluster());
            has = open ? has.plus(view.capability()) : has;
        }
        return size.fitsIn(has) ? size : YarnAmount.ZERO;
    }
}
