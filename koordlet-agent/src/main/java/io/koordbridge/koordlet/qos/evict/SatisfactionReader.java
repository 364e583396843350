package io.koordbridge.koordlet.qos.evict;

import io.koordbridge.api.slo.ResourceThresholdStrategy;
import io.koordbridge.policy.evict.Satisfaction;
import io.koordbridge.protocol.PureCore;
import java.util.Objects;

/** The rule of satisfaction as a NodeSLO asks for it. */
@PureCore
final class SatisfactionReader {

    private static final double PERCENT = 100;
    private static final long HIGHEST_LOWER = 60;
    private static final long DEFAULT_BUSY = 90;

    private SatisfactionReader() {}

    /** @throws IllegalArgumentException naming field, value and allowed range */
    static Satisfaction read(ResourceThresholdStrategy given) {
        Long low = given.cpuEvictBESatisfactionLowerPercent();
        Long high = given.cpuEvictBESatisfactionUpperPercent();
        if (low == null || low <= 0 || low > HIGHEST_LOWER) {
            throw Thresholds.refused("cpuEvictBESatisfactionLowerPercent", low, "1 to " + HIGHEST_LOWER);
        }
        if (high == null || high <= 0 || high >= PERCENT || high < low) {
            throw Thresholds.refused("cpuEvictBESatisfactionUpperPercent", high, low + " to 99");
        }
        long busy = Objects.requireNonNullElse(given.cpuEvictBEUsageThresholdPercent(), DEFAULT_BUSY);
        return new Satisfaction(low / PERCENT, high / PERCENT, busy / PERCENT);
    }
}
