package io.koordbridge.bench.reaction;

import java.time.Duration;
import java.util.List;

/**
 * Settings of all components that decide how fast the chain is.
 *
 * @param colocation text of colocation-config
 * @param threshold what resource-threshold-config says of all nodes
 * @param report the part of the agent's configuration, YAML
 * @param operator settings over the shipped configuration of yarn-operator
 * @param window of the averages
 * @param between least time between two jumps, so that each may be reported early, and that a capacity stays to count as steady
 */
record ReactionSettings(
        String name,
        String colocation,
        String threshold,
        String report,
        List<String> operator,
        Duration window,
        Duration between) {

    /** The shipped defaults; colocation and suppression are switched on. */
    static final ReactionSettings DEFAULTS = new ReactionSettings(
            "defaults",
            "{\"enable\": true}",
            "{\"enable\": true}",
            "{}",
            List.of(),
            Duration.ofSeconds(300),
            Duration.ofSeconds(40));

    /** Times and steps of {@code ./quickstart}; how much of the node is offered stays as shipped. */
    static final ReactionSettings QUICKSTART = new ReactionSettings(
            "quickstart",
            "{\"enable\": true, \"metricAggregateDurationSeconds\": 10, \"metricReportIntervalSeconds\": 5,"
                    + " \"updateTimeThresholdSeconds\": 30}",
            "{\"enable\": true, \"cpuSuppressPolicy\": \"cfsQuota\"}",
            "{minIntervalSeconds: 2, minAggregateSeconds: 5}",
            List.of(
                    "lease.hysteresis.vcores=2",
                    "lease.hysteresis.percent=20",
                    "lease.hysteresis.memoryMB=2048",
                    "lease.hysteresis.anyGrowAfter=120s",
                    "lease.times.growInterval=10s"),
            Duration.ofSeconds(10),
            Duration.ofSeconds(32));

    /** By its name. */
    static ReactionSettings of(String name) {
        return List.of(DEFAULTS, QUICKSTART).stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "settings '" + name + "': want " + DEFAULTS.name() + " or " + QUICKSTART.name()));
    }
}
