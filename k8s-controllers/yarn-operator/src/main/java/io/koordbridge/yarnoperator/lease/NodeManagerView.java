package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.YarnAmount;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One NodeManager of a node as last seen.
 *
 * @param ref its name
 * @param state by the report
 * @param capability what the ResourceManager schedules on, 0 when not reported
 * @param used what containers hold by the report, 0 when not reported
 * @param word what the NodeManager itself says, null when it was not asked or did not answer
 * @param down whether it refuses connections since a short time, so that it restarts and registers again with what it read before
 * @param podPresent whether a NodeManager pod runs on the node
 * @param reportAge time since its cluster's last good report was asked for
 * @param epoch which ResourceManager reports; another one does not know at once what containers hold
 * @param acknowledged highest number of an update that the ResourceManager acknowledged, 0 for none
 */
public record NodeManagerView(
        NodeManagerRef ref,
        ManagerState state,
        YarnAmount capability,
        YarnAmount used,
        @Nullable NodeManagerReport word,
        boolean down,
        boolean podPresent,
        Duration reportAge,
        long epoch,
        long acknowledged) {

    /** Whether its containers count. */
    public boolean inUse() {
        return state.inUse();
    }
}
