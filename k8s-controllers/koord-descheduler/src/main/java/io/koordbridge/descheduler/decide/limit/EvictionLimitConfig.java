package io.koordbridge.descheduler.decide.limit;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;

/**
 * Limits of evictions in a time; descheduler specification sections 7 and 8.
 *
 * @param workload per workload
 * @param namespace per namespace
 * @param evictionsPerSecond of the process, {@code evictQPS}
 * @param evictionBurst of the process at once, {@code evictBurst}
 * @param observationWindow how long an eviction by another client counts for its node: until the reports of the node show what
 *     was relieved, which are averages of five minutes
 */
@PureCore
public record EvictionLimitConfig(
        ObjectLimit workload,
        ObjectLimit namespace,
        double evictionsPerSecond,
        int evictionBurst,
        Duration observationWindow) {

    /** Five minutes, as long as the averages of reports and the default limit per workload. */
    public static final Duration DEFAULT_WINDOW = Duration.ofMinutes(5);
}
