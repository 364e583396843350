package io.koordbridge.yarnoperator.lease;

import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.conversion.YarnConversion;

/**
 * Settings of the lease.
 *
 * @param planner how much
 * @param hysteresis which differences are worth a change
 * @param times of the protocol
 * @param conversion between the units
 */
public record LeaseConfig(
        PlannerConfig planner, Hysteresis hysteresis, ProtocolTimes times, YarnConversion conversion) {

    public static final LeaseConfig DEFAULT =
            new LeaseConfig(PlannerConfig.DEFAULT, Hysteresis.DEFAULT, ProtocolTimes.DEFAULT, YarnConversion.DEFAULT);

    /** The same with another minimum. */
    public LeaseConfig withMinimum(YarnAmount minimum) {
        return minimum.equals(planner.minimum())
                ? this
                : new LeaseConfig(planner.withMinimum(minimum), hysteresis, times, conversion);
    }

    /** The same for a node that keeps a size. */
    public LeaseConfig withKeep(YarnAmount keep) {
        return keep.equals(planner.keep())
                ? this
                : new LeaseConfig(planner.withKeep(keep), hysteresis, times, conversion);
    }
}
