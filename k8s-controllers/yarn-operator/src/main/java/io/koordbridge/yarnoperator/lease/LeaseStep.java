package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.lease.LeasePlan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of one observation.
 *
 * @param after state to remember, null when there is no lease
 * @param actions to take now, in order
 * @param waitsFor what has to happen next
 * @param plan the plan it is based on, null when none could be made
 */
public record LeaseStep(
        @Nullable LeaseState after,
        List<LeaseAction> actions,
        WaitReason waitsFor,
        @Nullable LeasePlan plan) {

    public LeaseStep {
        actions = List.copyOf(actions);
    }
}
