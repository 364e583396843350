package io.koordbridge.koordlet.report;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.koordbridge.koordlet.collect.CollectConfig;
import io.koordbridge.koordlet.config.Defaults;
import io.koordbridge.koordlet.prediction.PredictionConfig;
import io.koordbridge.koordlet.report.online.OnlineConfig;
import io.koordbridge.koordlet.store.StoreLimits;
import io.koordbridge.policy.report.SurgePolicy;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.Objects;

/** Floors of the NodeMetric's spec, and early reports. */
public record ReportConfig(
        @JsonPropertyDescription("Whether this node is reported.")
        Boolean enabled,

        @Min(1)
        @Max(LONGEST_SECONDS)
        @JsonPropertyDescription(
                "No report by the timer comes sooner after the last, whatever the NodeMetric asks for.")
        int minIntervalSeconds,

        @Min(1)
        @Max(LONGEST_SECONDS)
        @JsonPropertyDescription("No average is over a shorter window; at least twice collect.intervalMillis.")
        int minAggregateSeconds,

        @JsonPropertyDescription("Reports ahead of the timer.")
        Surge surge,

        @JsonPropertyDescription("Forecast of the needs of production pods.")
        PredictionConfig prediction,

        @JsonPropertyDescription("Use by all but best-effort work, for the manager's estimate.")
        OnlineConfig online) {
    public static final ReportConfig DEFAULT =
            new ReportConfig(true, 0, 0, Surge.DEFAULT, PredictionConfig.DEFAULT, OnlineConfig.DEFAULT);
    private static final int LONGEST_SECONDS = 3600;

    public ReportConfig {
        enabled = Objects.requireNonNullElse(enabled, true);
        minIntervalSeconds = Defaults.number(minIntervalSeconds, 30);
        minAggregateSeconds = Defaults.number(minAggregateSeconds, 60);
        surge = Objects.requireNonNullElse(surge, Surge.DEFAULT);
        prediction = Objects.requireNonNullElse(prediction, PredictionConfig.DEFAULT);
        online = Objects.requireNonNullElse(online, OnlineConfig.DEFAULT);
    }

    /** A window has to hold two samples, or usage would be unknown now and then. */
    public void requireWindowFor(CollectConfig collect) {
        int least = Math.toIntExact((2L * collect.intervalMillis() + 999) / 1000);
        if (minAggregateSeconds < least) {
            throw new IllegalArgumentException("report.minAggregateSeconds = " + minAggregateSeconds + ": want "
                    + least + " to " + LONGEST_SECONDS + ", at least twice collect.intervalMillis = "
                    + collect.intervalMillis());
        }
    }

    /** What a NodeMetric may ask for. */
    public CollectPolicy.Bounds bounds(CollectConfig collect) {
        Duration least = Duration.ofSeconds(minAggregateSeconds);
        Duration kept = collect.podRetention();
        return new CollectPolicy.Bounds(
                Duration.ofSeconds(minIntervalSeconds),
                least,
                kept.compareTo(least) > 0 ? kept : least,
                StoreLimits.DEFAULT.nodeRetention());
    }

    /** Early reports. */
    public record Surge(
            @JsonPropertyDescription("Whether a jump of online work is reported at once and a fall early.")
            Boolean enabled,

            @Min(1) @Max(100) @JsonPropertyDescription("Change that counts, in percent of the node.")
            int percent,

            @Min(1)
            @Max(1_000_000)
            @JsonPropertyDescription("Smallest change of CPU that counts, whatever the percentage.")
            int milliCpu,

            @Min(1) @Max(60) @JsonPropertyDescription("The newest samples that are compared with the last report.")
            int windowSeconds,

            @Min(1) @Max(600) @JsonPropertyDescription("Least time between a report and the early report of a fall.")
            int fallGapSeconds) {
        public static final Surge DEFAULT = new Surge(true, 0, 0, 0, 0);

        public Surge {
            enabled = Objects.requireNonNullElse(enabled, true);
            percent = Defaults.number(percent, 5);
            milliCpu = Defaults.number(milliCpu, 100);
            windowSeconds = Defaults.number(windowSeconds, 3);
            fallGapSeconds = Defaults.number(fallGapSeconds, 2);
        }

        public SurgePolicy.Settings settings() {
            return new SurgePolicy.Settings(
                    enabled, percent, milliCpu, Duration.ofSeconds(windowSeconds), Duration.ofSeconds(fallGapSeconds));
        }
    }
}
