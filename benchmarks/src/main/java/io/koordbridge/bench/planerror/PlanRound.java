package io.koordbridge.bench.planerror;

import io.koordbridge.protocol.PureCore;

/**
 * Plan and installation under the same pattern of load; everything in percent of the node.
 *
 * @param planned from what Prometheus recorded without us
 * @param plannedByLooks from the bench's own looks at the same time
 * @param plannedAfterwards from the bench's own looks at the use beside batch work, after the installation
 * @param before use without us
 * @param after use with us
 */
@PureCore
record PlanRound(Planned planned, Planned plannedByLooks, Planned plannedAfterwards, Use before, Use after) {

    /** Distance of the plan from what was delivered. */
    double error() {
        return Math.abs(difference());
    }

    /** Planned less delivered; the sum of the four below. */
    double difference() {
        return planned.deliveredPercent() - after.tierPercent();
    }

    /** Of the difference, what comes from how Prometheus sees the use. */
    double bySource() {
        return planned.deliveredPercent() - plannedByLooks.deliveredPercent();
    }

    /** Of the difference, what comes from use that is another one after the installation, the agent's included. */
    double byUse() {
        return plannedByLooks.deliveredPercent() - plannedAfterwards.deliveredPercent();
    }

    /** Of the difference, what comes from the rules: agent and manager allow something else than their replay. */
    double byRules() {
        return plannedAfterwards.deliveredPercent() - after.allowedPercent();
    }

    /** Of the difference, what comes from the kernel and the batch work: it was allowed and not used. */
    double byKernel() {
        return after.allowedPercent() - after.tierPercent();
    }
}
