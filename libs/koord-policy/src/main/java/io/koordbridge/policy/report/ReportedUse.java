package io.koordbridge.policy.report;

import io.koordbridge.protocol.PureCore;
import java.util.OptionalDouble;

/** What a report says of one amount. */
@PureCore
public final class ReportedUse {

    private ReportedUse() {}

    /** Mean of the window; where the newest seconds are higher, theirs. */
    public static double of(double mean, OptionalDouble newest) {
        return newest.isPresent() ? Math.max(mean, newest.getAsDouble()) : mean;
    }
}
