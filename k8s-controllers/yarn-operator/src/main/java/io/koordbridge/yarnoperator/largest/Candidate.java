package io.koordbridge.yarnoperator.largest;

import io.koordbridge.policy.amount.YarnAmount;

/**
 * A node of a cluster.
 *
 * @param node its name
 * @param room what YARN may have there at most
 * @param used what YARN's containers hold of it
 * @param lease what is reserved for YARN
 * @param capability what the ResourceManager schedules on
 * @param usable whether it is protected, and its only NodeManager runs and is reported
 */
public record Candidate(
        String node, YarnAmount room, YarnAmount used, YarnAmount lease, YarnAmount capability, boolean usable) {

    boolean fits(YarnAmount size) {
        return usable && size.fitsIn(room);
    }

    boolean holds(YarnAmount size) {
        return size.fitsIn(capability);
    }

    /** What containers do not hold yet. */
    YarnAmount free() {
        return room.minus(used);
    }
}
