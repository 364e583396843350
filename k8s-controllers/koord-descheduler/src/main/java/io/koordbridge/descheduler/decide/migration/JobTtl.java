package io.koordbridge.descheduler.decide.migration;

import io.koordbridge.api.document.text.GoDurations;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How long a job may take.
 *
 * @param time zero for no end
 * @param problem empty when the text can be used
 */
@PureCore
record JobTtl(Duration time, String problem) {

    private static final int SHOWN = 64;

    static JobTtl of(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return new JobTtl(Duration.ZERO, "");
        }
        Optional<Long> nanos = GoDurations.nanos(text).filter(value -> value >= 0);
        return nanos.map(value -> new JobTtl(Duration.ofNanos(value), ""))
                .orElseGet(() -> new JobTtl(
                        Duration.ZERO,
                        "invalid spec.ttl: '" + shortened(text)
                                + "'; allowed: a duration from 0s (no end) to 2562047h, such as 5m0s"));
    }

    private static String shortened(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }
}
