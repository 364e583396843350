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
public record LeaseSettings(
        PlannerSettings planner, Hysteresis hysteresis, ProtocolTimes times, YarnConversion conversion) {

    public static final LeaseSettings DEFAULT = new LeaseSettings(
            PlannerSettings.DEFAULT, Hysteresis.DEFAULT, ProtocolTimes.DEFAULT, YarnConversion.DEFAULT);

    /** The same with another minimum. */
    public LeaseSettings withMinimum(YarnAmount minimum) {
        return minimum.equals(planner.minimum())
                ? this
                : new LeaseSettings(planner.withMinimum(minimum), hysteresis, times, conversion);
    }
}
