package io.koordbridge.yarnoperator.lease;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a NodeManager's containers hold as far as it is proven. A ResourceManager reports 0 for a node that its scheduler does not know:
 * right after a failover, while the NodeManager registers again, and while it is unhealthy. Such a fall counts when the NodeManager says so
 * itself, or when reports of one epoch have said so for a while.
 *
 * @param used what counts
 * @param epoch of the report that it is from
 * @param doubt a lower report that does not count yet, null without one
 * @param lostSince since when the NodeManager is not in use, null while it is
 */
@PureCore
record ProvenUsage(
        YarnAmount used,
        long epoch,
        @Nullable Doubt doubt,
        @Nullable Instant lostSince) {

    /** A fall that is not proven, as reported by one epoch since a time. */
    record Doubt(long epoch, Instant since) {}

    /** Before the first report all that a lease covers may be in use. */
    static ProvenUsage unproven(YarnAmount most) {
        return new ProvenUsage(most, Long.MIN_VALUE, null, null);
    }

    /** Whether it was reported once; else it is only what a lease covers. */
    boolean wasReported() {
        return epoch != Long.MIN_VALUE;
    }

    ProvenUsage next(NodeManagerView view, Instant now, Duration proof) {
        YarnAmount reported = reported(view);
        boolean falls = !used.fitsIn(reported);
        boolean doubtful =
                view.epoch() != epoch || view.state() == ManagerState.UNHEALTHY || reported.equals(YarnAmount.ZERO);
        if (!falls || !doubtful) {
            return new ProvenUsage(reported, view.epoch(), null, null);
        }
        Instant asked = now.minus(view.reportAge());
        Doubt present = doubt != null && doubt.epoch() == view.epoch() ? doubt : new Doubt(view.epoch(), asked);
        NodeManagerReport word = view.word();
        if (word != null && word.running() != null && !word.askedAt().isBefore(present.since())) {
            return new ProvenUsage(reported.max(word.running()), view.epoch(), null, null);
        }
        boolean agreed = !asked.isBefore(present.since().plus(proof));
        return agreed
                ? new ProvenUsage(reported, view.epoch(), null, null)
                : new ProvenUsage(used.max(reported), epoch, present, null);
    }

    /** A ResourceManager that knows of nothing in use is asked back: it may not know the node, and what began unseen is no fall. */
    private static YarnAmount reported(NodeManagerView view) {
        NodeManagerReport word = view.word();
        boolean nothing = view.used().equals(YarnAmount.ZERO);
        return nothing && word != null && word.running() != null ? word.running() : view.used();
    }

    ProvenUsage lost(Instant now) {
        return lostSince != null ? this : new ProvenUsage(used, epoch, null, now);
    }
}
