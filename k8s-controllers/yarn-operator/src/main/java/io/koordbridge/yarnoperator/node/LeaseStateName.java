package io.koordbridge.yarnoperator.node;

import io.koordbridge.yarnoperator.lease.LeaseStep;
import io.koordbridge.yarnoperator.lease.NodeObservation;
import io.koordbridge.yarnoperator.lease.Phase;
import io.koordbridge.yarnoperator.lease.WaitReason;
import java.util.EnumSet;
import java.util.Set;

/** State of a lease as published. */
public enum LeaseStateName {
    STEADY,
    GROWING,
    SHRINKING,
    /** The node offers nothing, YARN keeps the minimum. */
    CLOSED,
    /** The ResourceManager has no report, the lease stays unchanged. */
    STALE,
    /** Not decided yet. */
    UNKNOWN;

    private static final Set<WaitReason> WITHOUT_NEWS = EnumSet.of(
            WaitReason.REPORT_STALE,
            WaitReason.NODE_UNKNOWN,
            WaitReason.NODE_MANAGER_GONE,
            WaitReason.PLACEMENT_UNKNOWN,
            WaitReason.NODE_MANAGER_DISPUTED);

    static LeaseStateName of(LeaseStep step, NodeObservation seen) {
        if (step.after() == null) {
            return UNKNOWN;
        }
        if (WITHOUT_NEWS.contains(step.waitsFor())) {
            return STALE;
        }
        Phase phase = step.after().change().phase();
        if (phase.shrinking() || step.waitsFor() == WaitReason.DECOMMISSIONING) {
            return SHRINKING;
        }
        if (phase.growing()) {
            return GROWING;
        }
        return seen.books().closed() ? CLOSED : STEADY;
    }

    static LeaseStateName parse(@org.jspecify.annotations.Nullable String text) {
        for (LeaseStateName one : values()) {
            if (one.name().equals(text)) {
                return one;
            }
        }
        return UNKNOWN;
    }
}
