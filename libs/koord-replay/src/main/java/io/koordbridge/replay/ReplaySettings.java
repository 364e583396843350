package io.koordbridge.replay;

import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.policy.evict.Satisfaction;
import io.koordbridge.policy.lease.Hysteresis;
import io.koordbridge.policy.lease.PlannerConfig;
import io.koordbridge.policy.report.SurgePolicy;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import io.koordbridge.sloconfig.damping.DampingStrategy;
import io.koordbridge.sloconfig.estimate.EstimateStrategy;
import java.time.Duration;

/**
 * What is configured in the replayed world.
 *
 * @param strategy of the colocation of each node
 * @param damping of changes of capacity
 * @param early reports ahead of the timer
 * @param estimate how much online work is expected to use
 */
public record ReplaySettings(
        ColocationStrategy strategy,
        DampingStrategy damping,
        SurgePolicy.Settings early,
        EstimateStrategy estimate,
        Protection protection,
        Lease lease) {

    /** What holds without configuration, with colocation on. */
    public static final ReplaySettings SHIPPED = new ReplaySettings(
            ColocationStrategy.DEFAULT,
            DampingStrategy.OFF,
            SurgePolicy.Settings.DEFAULT,
            EstimateStrategy.DEFAULT,
            Protection.DEFAULT,
            Lease.DEFAULT);

    /**
     * How other work is protected from batch work.
     *
     * @param suppressThresholdPercent what all work may use together
     * @param satisfaction below which best-effort work is evicted
     * @param satisfactionWindow for how long it has to be below
     * @param memoryThresholdPercent memory of the node from which best-effort work is evicted
     */
    public record Protection(
            long suppressThresholdPercent,
            Satisfaction satisfaction,
            Duration satisfactionWindow,
            long memoryThresholdPercent) {

        /** What a NodeSLO says without configuration; satisfaction as the guide of evictions gives it. */
        public static final Protection DEFAULT =
                new Protection(65, new Satisfaction(0.6, 0.8, 0.9), Duration.ofMinutes(5), 70);
    }

    /** How YARN's lease follows. */
    public record Lease(PlannerConfig planner, Hysteresis hysteresis, YarnConversion conversion) {

        /** What yarn-operator does without configuration. */
        public static final Lease DEFAULT =
                new Lease(PlannerConfig.DEFAULT, Hysteresis.DEFAULT, YarnConversion.DEFAULT);
    }

    /** The same with another strategy. */
    public ReplaySettings withStrategy(ColocationStrategy other) {
        return new ReplaySettings(other, damping, early, estimate, protection, lease);
    }

    /** The same with other damping. */
    public ReplaySettings withDamping(DampingStrategy other) {
        return new ReplaySettings(strategy, other, early, estimate, protection, lease);
    }

    /** The same with other early reports. */
    public ReplaySettings withEarly(SurgePolicy.Settings other) {
        return new ReplaySettings(strategy, damping, other, estimate, protection, lease);
    }

    /** The same with another estimate. */
    public ReplaySettings withEstimate(EstimateStrategy other) {
        return new ReplaySettings(strategy, damping, early, other, protection, lease);
    }

    /** The same with other protection. */
    public ReplaySettings withProtection(Protection other) {
        return new ReplaySettings(strategy, damping, early, estimate, other, lease);
    }

    /** The same with another lease. */
    public ReplaySettings withLease(Lease other) {
        return new ReplaySettings(strategy, damping, early, estimate, protection, other);
    }
}
