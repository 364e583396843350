package io.koordbridge.yarnoperator.node;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.lease.LeaseStep;
import io.koordbridge.yarnoperator.lease.NodeObservation;
import io.koordbridge.yarnoperator.ledger.LedgerRow;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A node with YARN as last decided, for the view.
 *
 * @param step the decision, null on a replica that does not lead
 * @param lease what the annotation has to reserve; of the annotation itself on a replica that does not lead
 * @param managers its NodeManagers
 * @param problems what could not be read
 */
public record NodeLeaseStatus(
        String node,
        NodeReading reading,
        NodeObservation seen,
        @Nullable LeaseStep step,
        LeaseStateName state,
        YarnAmount lease,
        NodeManagers managers,
        NodeUsage usage,
        List<LedgerRow> ledger,
        List<String> problems) {

    /**
     * The NodeManagers of a node.
     *
     * @param containers YARN containers on the node
     * @param others what the ResourceManager has of it beside memory and vcores, by type
     * @param asked what is asked of the node
     */
    public record NodeManagers(
            List<NodeManagerMatch> matches, int containers, Map<String, Long> others, NodeAsked asked) {

        public NodeManagers {
            matches = List.copyOf(matches);
        }
    }

    public NodeLeaseStatus {
        ledger = List.copyOf(ledger);
        problems = List.copyOf(problems);
    }

    /** The NodeManagers that were found for the node. */
    public List<NodeManagerMatch> matches() {
        return managers.matches();
    }
}
