package io.koordbridge.policy.lease;

/**
 * Who is waiting for capacity.
 *
 * @param yarnKnown whether the ResourceManager answered
 * @param pendingVcores vcores that YARN applications ask for and do not have
 * @param pendingMb MB that YARN applications ask for and do not have
 * @param podsPending whether an unscheduled pod requests batch resources that some node could hold when empty
 */
public record Demand(boolean yarnKnown, long pendingVcores, long pendingMb, boolean podsPending) {

    public static final Demand UNKNOWN = new Demand(false, 0, 0, false);

    /** Whether YARN is known to wait. */
    public boolean yarnWaits() {
        return yarnKnown && (pendingVcores > 0 || pendingMb > 0);
    }

    /** Whether YARN is known not to wait. */
    public boolean yarnIdle() {
        return yarnKnown && !yarnWaits();
    }
}
