package io.koordbridge.yarnoperator.resourcemanager;

import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.lease.ManagerState;

/**
 * One node of a report.
 *
 * @param state what it means for a lease
 * @param stateName YARN's own name of the state
 * @param capability what is scheduled on
 * @param used what containers hold
 * @param containers how many
 * @param httpAddress {@code host:port} of the NodeManager's web server, may be empty
 */
public record ReportedNode(
        String host,
        int port,
        ManagerState state,
        String stateName,
        YarnAmount capability,
        YarnAmount used,
        int containers,
        String httpAddress) {

    /** {@code host:port}. */
    public String nodeId() {
        return host + ":" + port;
    }
}
