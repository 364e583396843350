package io.koordbridge.yarnoperator.node;

import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.lease.LeaseStep;
import io.koordbridge.yarnoperator.lease.NodeObservation;
import io.koordbridge.yarnoperator.ledger.LedgerRow;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node with YARN as last decided, for the view.
 *
 * @param step the decision, null on a replica that does not lead
 * @param lease what the annotation has to reserve; of the annotation itself on a replica that does not lead
 * @param containers YARN containers on the node
 * @param problems what could not be read
 */
public record NodeLeaseStatus(
        String node,
        NodeReading reading,
        NodeObservation seen,
        @Nullable LeaseStep step,
        LeaseStateName state,
        YarnAmount lease,
        List<NodeManagerMatch> matches,
        NodeUsage usage,
        int containers,
        List<LedgerRow> ledger,
        List<String> problems) {

    public NodeLeaseStatus {
        matches = List.copyOf(matches);
        ledger = List.copyOf(ledger);
        problems = List.copyOf(problems);
    }
}
