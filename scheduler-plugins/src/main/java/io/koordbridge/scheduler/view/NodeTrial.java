package io.koordbridge.scheduler.view;

import io.koordbridge.protocol.PureCore;
import java.util.Objects;

/** A node with pods that are only thought to be there: a copy that nobody else sees. */
@PureCore
public final class NodeTrial {

    private final NodeLedger ledger;
    private final NodeView view;

    NodeTrial(NodeLedger ledger, NodeView view) {
        this.ledger = ledger;
        this.view = view;
    }

    /** The node with these pods. */
    public NodeView view() {
        return view;
    }

    /** The same with a further pod, as it would be placed here. */
    public NodeTrial with(Assumption placed) {
        NodeLedger more = ledger.withAssumed(placed);
        return new NodeTrial(more, Objects.requireNonNull(more.view()));
    }
}
