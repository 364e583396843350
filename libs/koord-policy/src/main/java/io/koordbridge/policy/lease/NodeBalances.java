package io.koordbridge.policy.lease;

import io.koordbridge.policy.amount.BatchAmount;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What Kubernetes says about a node's batch resources.
 *
 * @param origin batch capacity before any third party, null when the node offers none
 * @param pods requests of the bound, unfinished pods
 * @param others what third parties other than YARN hold
 * @param published what the node's status offers to pods now
 * @param live whether the caches behind these numbers follow the API server
 * @param shareThousandths the node's own static share, null for the configured one
 * @param originUnreadable whether the origin cannot be read and no earlier one is known: it is unknown then, and {@code origin} is null
 * @param listed the pods' requests as the API server itself said last, null when it was not asked
 */
public record NodeBalances(
        @Nullable BatchAmount origin,
        BatchAmount pods,
        BatchAmount others,
        BatchAmount published,
        boolean live,
        @Nullable Integer shareThousandths,
        boolean originUnreadable,
        @Nullable Listed listed) {

    /**
     * An answer of the API server, past any cache.
     *
     * @param askedAt when it was asked
     */
    public record Listed(BatchAmount pods, Instant askedAt) {}

    /** Whether the node offers no batch resources at all: colocation is off, absent or degraded. */
    public boolean closed() {
        return origin == null && !originUnreadable;
    }

    /** The origin, 0 when absent. */
    public BatchAmount originOrZero() {
        return origin == null ? BatchAmount.ZERO : origin.clamped();
    }

    /** What is left for YARN when pods and third parties have theirs. */
    public BatchAmount room() {
        return originOrZero().minus(others).minus(pods).positive();
    }

    /** What pods may have in all beside a reservation for YARN. */
    public BatchAmount allowance(BatchAmount reserved) {
        return originOrZero().minus(others).minus(reserved).positive();
    }

    /** The same beside a further amount that is taken. */
    public NodeBalances beside(BatchAmount taken) {
        return new NodeBalances(
                origin,
                pods,
                others.plus(taken).clamped(),
                published,
                live,
                shareThousandths,
                originUnreadable,
                listed);
    }
}
