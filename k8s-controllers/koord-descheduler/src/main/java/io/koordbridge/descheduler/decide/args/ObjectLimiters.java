package io.koordbridge.descheduler.decide.args;

import io.koordbridge.descheduler.decide.workload.IntOrPercent;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How many pods of one workload, or one namespace, may be evicted in a time; descheduler specification section 8.
 *
 * @param workload by default 5 minutes
 * @param namespace by default off
 */
@PureCore
public record ObjectLimiters(Limiter workload, Limiter namespace) {

    /**
     * One limiter.
     *
     * @param duration zero or less: off
     * @param maxMigrating pods in that time; null for the default of the object
     * @param burst pods at once, at least 1
     */
    @PureCore
    public record Limiter(Duration duration, @Nullable IntOrPercent maxMigrating, int burst) {

        /** No limit. */
        public static final Limiter OFF = new Limiter(Duration.ZERO, null, 1);

        public Limiter {
            burst = burst == 0 ? 1 : burst;
        }
    }
}
