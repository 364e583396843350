package io.koordbridge.yarnoperator.ledger;

import io.koordbridge.policy.amount.BatchAmount;

/**
 * What one check is made from.
 *
 * @param yarn what YARN schedules on or still holds, whichever is more
 * @param minimum what a NodeManager in use keeps whatever happens
 * @param lease what is reserved for YARN
 * @param published what the node offers to pods now
 * @param known whether YARN's numbers are fresh
 * @param grace the part of an excess that is draining
 */
public record LedgerEntry(
        String node,
        BatchAmount origin,
        BatchAmount pods,
        BatchAmount others,
        BatchAmount yarn,
        BatchAmount minimum,
        BatchAmount lease,
        BatchAmount published,
        boolean known,
        Grace grace) {

    /**
     * What is on its way.
     *
     * @param shrinkAnnounced whether a shrink is under way and within its grace
     * @param shareIsLate whether pods' share should have followed the reservation by now
     */
    public record Grace(boolean shrinkAnnounced, boolean shareIsLate) {}
}
