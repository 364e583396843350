package io.koordbridge.koordlet.prediction;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.koordbridge.koordlet.config.Defaults;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Forecast of the needs of production pods. */
public record PredictionConfig(
        @JsonPropertyDescription("Whether the forecast is made and reported; mid resources follow it.")
        Boolean enabled,

        @JsonPropertyDescription("Directory of the histograms; prediction below audit.directory unless set.") @Nullable
        String checkpointDirectory,

        @Min(1)
        @Max(LONGEST_SECONDS)
        @JsonPropertyDescription("A pod, and a histogram, that is not older counts with its whole request.")
        int coldStartSeconds,

        @Min(1) @Max(1000) @JsonPropertyDescription("Added to every forecast of a peak.")
        int safetyMarginPercent,

        @Min(60) @Max(LONGEST_SECONDS) @JsonPropertyDescription("Time after which a sample of CPU counts half.")
        int cpuHalfLifeSeconds,

        @Min(60) @Max(LONGEST_SECONDS) @JsonPropertyDescription("Time after which a sample of memory counts half.")
        int memoryHalfLifeSeconds,

        @Min(60) @Max(LONGEST_SECONDS) @JsonPropertyDescription("A histogram without a sample for so long is dropped.")
        int expirySeconds,

        @Min(60) @Max(LONGEST_SECONDS) @JsonPropertyDescription("Time between two writes of one histogram.")
        int checkpointSeconds,

        @Min(1) @Max(1000) @JsonPropertyDescription("Most histograms that are written in a minute.")
        int checkpointsPerMinute) {
    private static final int LONGEST_SECONDS = 30 * 86_400;
    public static final PredictionConfig DEFAULT = new PredictionConfig(true, null, 0, 0, 0, 0, 0, 0, 0);

    private static final int DAY = 86_400;

    public PredictionConfig {
        enabled = Objects.requireNonNullElse(enabled, true);
        coldStartSeconds = Defaults.number(coldStartSeconds, DAY);
        safetyMarginPercent = Defaults.number(safetyMarginPercent, 10);
        cpuHalfLifeSeconds = Defaults.number(cpuHalfLifeSeconds, DAY / 2);
        memoryHalfLifeSeconds = Defaults.number(memoryHalfLifeSeconds, DAY);
        expirySeconds = Defaults.number(expirySeconds, 1800);
        checkpointSeconds = Defaults.number(checkpointSeconds, 600);
        checkpointsPerMinute = Defaults.number(checkpointsPerMinute, 12);
    }

    /** Directory of the histograms. */
    public Path directory(String stateDirectory) {
        return checkpointDirectory == null ? Path.of(stateDirectory, "prediction") : Path.of(checkpointDirectory);
    }

    HalfLives halfLives() {
        return new HalfLives(Duration.ofSeconds(cpuHalfLifeSeconds), Duration.ofSeconds(memoryHalfLifeSeconds));
    }

    Duration expiry() {
        return Duration.ofSeconds(expirySeconds);
    }

    Duration checkpointInterval() {
        return Duration.ofSeconds(checkpointSeconds);
    }

    PeakPrediction.Settings settings() {
        return new PeakPrediction.Settings(Duration.ofSeconds(coldStartSeconds), safetyMarginPercent);
    }
}
