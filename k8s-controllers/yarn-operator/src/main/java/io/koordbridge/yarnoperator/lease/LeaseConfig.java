package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.policy.lease.Hysteresis;
import io.koordbridge.policy.lease.PlannerConfig;

/**
 * Settings of the lease.
 *
 * @param planner how much
 * @param hysteresis which differences are worth a change
 * @param times of the protocol
 * @param conversion between the units
 * @param spare what a shrink leaves for an application master that may run while there is no answer
 * @param orders for one node
 */
public record LeaseConfig(
        PlannerConfig planner,
        Hysteresis hysteresis,
        ProtocolTimes times,
        YarnConversion conversion,
        YarnAmount spare,
        NodeOrders orders) {

    /** Holds the master of a Spark application as Spark asks for it. */
    public static final YarnAmount SPARE = new YarnAmount(1, 2048);

    public static final LeaseConfig DEFAULT =
            new LeaseConfig(PlannerConfig.DEFAULT, Hysteresis.DEFAULT, ProtocolTimes.DEFAULT, YarnConversion.DEFAULT);

    public LeaseConfig(PlannerConfig planner, Hysteresis hysteresis, ProtocolTimes times, YarnConversion conversion) {
        this(planner, hysteresis, times, conversion, SPARE);
    }

    public LeaseConfig(
            PlannerConfig planner,
            Hysteresis hysteresis,
            ProtocolTimes times,
            YarnConversion conversion,
            YarnAmount spare) {
        this(planner, hysteresis, times, conversion, spare, NodeOrders.NONE);
    }

    /** The same with another minimum. */
    public LeaseConfig withMinimum(YarnAmount minimum) {
        return minimum.equals(planner.minimum())
                ? this
                : new LeaseConfig(planner.withMinimum(minimum), hysteresis, times, conversion, spare, orders);
    }

    /** The same for a node that keeps a size. */
    public LeaseConfig withKeep(YarnAmount keep) {
        return keep.equals(planner.keep())
                ? this
                : new LeaseConfig(planner.withKeep(keep), hysteresis, times, conversion, spare, orders);
    }

    /** The same for a node in a state: a frozen lease of nothing, after a drain, stays nothing. */
    LeaseConfig in(LeaseState state) {
        boolean nothing = state.change().goal().equals(YarnAmount.ZERO);
        return orders.frozen() && nothing ? withMinimum(YarnAmount.ZERO) : this;
    }

    /** The same for a node with orders: one that is drained, or frozen, keeps no size, and one that is drained no configured minimum either. */
    public LeaseConfig withOrders(NodeOrders of) {
        PlannerConfig plan = of.equals(NodeOrders.NONE) ? planner : planner.withKeep(YarnAmount.ZERO);
        NodeOrders.Drain drain = of.drain();
        PlannerConfig own = drain == null ? plan : plan.withMinimum(drain.least());
        return new LeaseConfig(own, hysteresis, times, conversion, spare, of);
    }
}
