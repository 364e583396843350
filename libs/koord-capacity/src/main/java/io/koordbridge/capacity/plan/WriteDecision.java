package io.koordbridge.capacity.plan;

import java.time.Instant;
import java.util.Optional;

/**
 * Whether the status of a node is written now.
 *
 * @param reason why, or why not
 * @param askAgainAt when the answer changes although nothing else does
 */
public record WriteDecision(Reason reason, Optional<Instant> askAgainAt) {

    /** Why a node is written or not. */
    public enum Reason {
        UNCHANGED(false),
        HELD_BACK(false),
        NODE_INCOMPLETE(false),
        FIRST_SYNC(true),
        PERIOD_PASSED(true),
        RESOURCE_APPEARED_OR_WENT(true),
        ABOVE_THRESHOLD(true),
        DAMPED_CHANGE(true),
        DEVICES_CHANGED(true),
        METADATA_DUE(true),
        ORIGIN_FELL(true),
        THIRD_PARTY_TOOK(true),
        PODS_HOLD_MORE(true);

        private final boolean writes;

        Reason(boolean writes) {
            this.writes = writes;
        }
    }

    static WriteDecision of(Reason reason) {
        return new WriteDecision(reason, Optional.empty());
    }

    /** Whether the node is written. */
    public boolean writes() {
        return reason.writes;
    }
}
