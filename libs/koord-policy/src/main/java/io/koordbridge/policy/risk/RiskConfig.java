package io.koordbridge.policy.risk;

/**
 * The knob.
 *
 * @param riskPercent share of time in which less than nine tenths of the offer may be left, 0.1 to 20
 */
public record RiskConfig(double riskPercent) {

    public static final double LEAST_PERCENT = 0.1;
    public static final double MOST_PERCENT = 20;

    public RiskConfig {
        if (!allows(riskPercent)) {
            throw new IllegalArgumentException(
                    "riskPercent " + riskPercent + ", must be from " + LEAST_PERCENT + " to " + MOST_PERCENT);
        }
    }

    /** Whether the knob can be so. */
    public static boolean allows(double riskPercent) {
        return riskPercent >= LEAST_PERCENT && riskPercent <= MOST_PERCENT;
    }

    double share() {
        return riskPercent / 100;
    }
}
