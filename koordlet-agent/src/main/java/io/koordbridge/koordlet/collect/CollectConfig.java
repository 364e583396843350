package io.koordbridge.koordlet.collect;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.koordbridge.koordlet.config.Defaults;
import io.koordbridge.koordlet.store.StoreLimits;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;

/** How often to measure, and how much to keep. */
public record CollectConfig(
        @Min(200)
        @Max(10_000)
        @JsonPropertyDescription("Time between two samples of everything; suppression decides as often.")
        int intervalMillis,

        @Min(100)
        @Max(10_000)
        @JsonPropertyDescription(
                "Time between two readings of only the node's total, which see a jump before the next sample; at most"
                        + " collect.intervalMillis.")
        int surgeLookMillis,

        @Min(LEAST_STORE)
        @Max(MOST_BYTES)
        @JsonPropertyDescription("Memory for samples; when it is full no new series begins.")
        long storeMaxBytes,

        @Min(60) @Max(3600) @JsonPropertyDescription("How long samples of pods and host applications are kept.")
        int podRetentionSeconds,

        @Min(1) @Max(300) @JsonPropertyDescription("Time between two samples of pressure (gate PSICollector).")
        int pressureIntervalSeconds,

        @Min(10)
        @Max(3600)
        @JsonPropertyDescription(
                "Time between two windows in which cycles and instructions are counted (gate CPICollector).")
        int cpiIntervalSeconds,

        @Min(1) @Max(60) @JsonPropertyDescription("How long such a window is; at most collect.cpiIntervalSeconds.")
        int cpiWindowSeconds) {
    private static final int DEFAULT_WINDOW_SECONDS = 300;
    private static final int LEAST_STORE = 100_000;
    private static final int MOST_BYTES = 1 << 30;
    public static final CollectConfig DEFAULT = new CollectConfig(0, 0, 0, 0, 0, 0, 0);

    public CollectConfig {
        intervalMillis = Defaults.number(intervalMillis, 1000);
        surgeLookMillis = Defaults.number(surgeLookMillis, Math.min(250, intervalMillis));
        if (surgeLookMillis > intervalMillis) {
            throw new IllegalArgumentException("collect.surgeLookMillis = " + surgeLookMillis + ": want 100 to "
                    + intervalMillis + ", at most collect.intervalMillis");
        }
        storeMaxBytes = Defaults.number(storeMaxBytes, StoreLimits.DEFAULT.maxBytes());
        podRetentionSeconds = Defaults.number(podRetentionSeconds, 600);
        pressureIntervalSeconds = Defaults.number(pressureIntervalSeconds, 10);
        cpiIntervalSeconds = Defaults.number(cpiIntervalSeconds, 60);
        cpiWindowSeconds = Defaults.number(cpiWindowSeconds, Math.min(10, cpiIntervalSeconds));
        if (cpiWindowSeconds > cpiIntervalSeconds) {
            throw new IllegalArgumentException("collect.cpiWindowSeconds = " + cpiWindowSeconds + ": want 1 to "
                    + cpiIntervalSeconds + ", at most collect.cpiIntervalSeconds");
        }
    }

    public Duration interval() {
        return Duration.ofMillis(intervalMillis);
    }

    public Duration cpiInterval() {
        return Duration.ofSeconds(cpiIntervalSeconds);
    }

    public Duration cpiWindow() {
        return Duration.ofSeconds(cpiWindowSeconds);
    }

    public Duration pressureInterval() {
        return Duration.ofSeconds(pressureIntervalSeconds);
    }

    public Duration surgeLook() {
        return Duration.ofMillis(surgeLookMillis);
    }

    /** Never shorter than the window that reports have by default. */
    public Duration podRetention() {
        return Duration.ofSeconds(Math.max(DEFAULT_WINDOW_SECONDS, podRetentionSeconds));
    }

    public StoreLimits limits() {
        return new StoreLimits(
                storeMaxBytes,
                interval(),
                StoreLimits.DEFAULT.nodeRetention(),
                podRetention(),
                StoreLimits.DEFAULT.containerRetention());
    }
}
