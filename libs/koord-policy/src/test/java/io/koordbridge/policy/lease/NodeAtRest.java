package io.koordbridge.policy.lease;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;

/** A node at rest with one NodeManager, to be changed in one respect. */
final class NodeAtRest {

    BatchAmount origin = new BatchAmount(20_000, 40L << 30);
    BatchAmount pods = BatchAmount.ZERO;
    BatchAmount others = BatchAmount.ZERO;
    boolean originUnreadable;
    Integer share;
    YarnAmount used = YarnAmount.ZERO;
    YarnAmount masters = YarnAmount.ZERO;
    Demand demand = new Demand(true, 0, 0, false);

    NodeBalances books() {
        BatchAmount whole = origin == null ? BatchAmount.ZERO : origin;
        return new NodeBalances(
                origin, pods, others, whole.minus(others).positive(), true, share, originUnreadable, null);
    }
}
