package io.koordbridge.yarnoperator.resourcemanager;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.lease.ManagerState;
import java.util.Map;

/**
 * One node of a report.
 *
 * @param state what it means for a lease
 * @param stateName YARN's own name of the state
 * @param capability what is scheduled on
 * @param used what containers hold
 * @param containers how many
 * @param httpAddress {@code host:port} of the NodeManager's web server, may be empty
 * @param partition label of the node, empty without one
 * @param others what it has beside memory and vcores, by type
 */
public record ReportedNode(
        String host,
        int port,
        ManagerState state,
        String stateName,
        YarnAmount capability,
        YarnAmount used,
        int containers,
        String httpAddress,
        String partition,
        Map<String, Long> others) {

    public ReportedNode {
        others = Map.copyOf(others);
    }

    /** {@code host:port}. */
    public String nodeId() {
        return host + ":" + port;
    }
}
