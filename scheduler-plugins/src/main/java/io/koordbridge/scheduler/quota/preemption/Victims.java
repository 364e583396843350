package io.koordbridge.scheduler.quota.preemption;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.quota.tree.PodQuota;
import java.util.List;

/**
 * What a preemption would take on one node.
 *
 * @param code whether it would help
 * @param victims in the order in which they were selected; empty when the pod fits without
 * @param budgetViolations victims beyond a disruption budget that the node needs
 * @param beyondBudget victims beyond a disruption budget
 */
@PureCore
public record Victims(Code code, List<PodQuota> victims, int budgetViolations, int beyondBudget) {

    /** Whether a preemption on the node helps. */
    public enum Code {
        HELPS,
        /** Not even all candidates together make room. */
        DOES_NOT_HELP,
        /** There is no candidate on the node. */
        NO_CANDIDATE
    }

    public Victims {
        victims = List.copyOf(victims);
    }

    static Victims none(Code code) {
        return new Victims(code, List.of(), 0, 0);
    }
}
