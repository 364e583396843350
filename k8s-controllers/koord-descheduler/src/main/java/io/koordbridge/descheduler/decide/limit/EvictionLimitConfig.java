package io.koordbridge.descheduler.decide.limit;

import io.koordbridge.descheduler.decide.args.MigrationArgs;
import io.koordbridge.descheduler.decide.args.ObjectLimiters;
import io.koordbridge.descheduler.decide.workload.AllowedPods;
import io.koordbridge.descheduler.decide.workload.IntOrPercent;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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

    /** The limits that the arguments ask for, with the window by default. */
    public static EvictionLimitConfig of(MigrationArgs args) {
        ObjectLimiters.Limiter workload = args.objectLimiters().workload();
        IntOrPercent perWorkload =
                workload.maxMigrating() == null ? args.limits().migratingPerWorkload() : workload.maxMigrating();
        ObjectLimiters.Limiter namespace = args.objectLimiters().namespace();
        int perNamespace = namespaceLimit(namespace.maxMigrating());
        return new EvictionLimitConfig(
                new ObjectLimit(
                        workload.duration(),
                        replicas -> AllowedPods.of(replicas, perWorkload).orElse(0),
                        workload.burst()),
                new ObjectLimit(namespace.duration(), unused -> perNamespace, namespace.burst()),
                args.rate().perSecond(),
                args.rate().burst(),
                DEFAULT_WINDOW);
    }

    /** A percent has no meaning for a namespace: it does not limit, as in the reference. */
    private static int namespaceLimit(@Nullable IntOrPercent most) {
        return most == null ? 0 : Objects.requireNonNullElse(most.number(), 0);
    }
}
