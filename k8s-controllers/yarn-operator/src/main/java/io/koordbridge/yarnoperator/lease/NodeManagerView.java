package io.koordbridge.yarnoperator.lease;

import io.koordbridge.yarnoperator.conversion.YarnAmount;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One NodeManager of a node as last seen.
 *
 * @param ref its name
 * @param state by the report
 * @param capability what the ResourceManager schedules on, 0 when not reported
 * @param used what containers hold, 0 when not reported
 * @param told the capacity the NodeManager itself knows of, null when it was not asked or did not answer
 * @param podPresent whether a NodeManager pod runs on the node
 * @param reportAge time since its cluster's last good report
 */
public record NodeManagerView(
        NodeManagerRef ref,
        ManagerState state,
        YarnAmount capability,
        YarnAmount used,
        @Nullable YarnAmount told,
        boolean podPresent,
        Duration reportAge) {

    /** Whether its containers count. */
    public boolean inUse() {
        return state == ManagerState.LIVE || state == ManagerState.DECOMMISSIONING;
    }
}
