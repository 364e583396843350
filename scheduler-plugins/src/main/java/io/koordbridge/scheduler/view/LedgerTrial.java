package io.koordbridge.scheduler.view;

import io.koordbridge.scheduler.view.ClusterLedger.Placement;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** A private copy of all nodes: only its owner sees what is kept there. For one thread. */
public final class LedgerTrial implements RoomKeeper {

    private final ClusterLedger ledger;
    private final Map<String, NodeLedger> tried = new HashMap<>();
    private ClusterView base;
    private ClusterView view;

    /** A trial in which nothing is kept yet. */
    LedgerTrial(ClusterLedger ledger) {
        this.ledger = ledger;
        this.base = ledger.view();
        this.view = base;
    }

    @Override
    public ClusterView view() {
        return view;
    }

    /** All nodes without what is kept here: as they were when the trial began, or when it first kept room on them. */
    public ClusterView base() {
        return base;
    }

    @Override
    public Placement hold(PodFacts pod, String node, Instant deadline, Hold hold, Function<NodeView, PlacedPod> place) {
        NodeLedger.Entry entry = tried.computeIfAbsent(node, this::first).enter(pod, node, place, deadline, hold);
        tried.put(node, entry.after());
        view = view.replaced(node, entry.after().view());
        return entry.placement();
    }

    @SuppressWarnings("ReferenceEquality") // Views share the nodes that did not change.
    private NodeLedger first(String node) {
        NodeLedger now = ledger.ledger(node);
        if (ledger.view().node(node).orElse(null) != base.node(node).orElse(null)) {
            base = base.replaced(node, now.view());
        }
        return now;
    }
}
