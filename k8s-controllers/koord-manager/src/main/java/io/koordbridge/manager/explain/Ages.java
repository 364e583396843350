package io.koordbridge.manager.explain;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;

/** Ages as answers show them. */
@PureCore
public final class Ages {

    private static final double MILLIS = 1000.0;

    private Ages() {}

    /** Seconds from one moment to a later one, to the millisecond; negative when it is earlier. */
    public static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toMillis() / MILLIS;
    }
}
