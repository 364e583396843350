package io.koordbridge.koordlet.report.online;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.koordbridge.koordlet.config.Defaults;
import io.koordbridge.policy.forecast.DayNote;
import io.koordbridge.policy.online.OnlineNote;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.Objects;

/** What is reported of the online sum. */
public record OnlineConfig(
        @JsonPropertyDescription("Whether percentiles of it are written beside reports.")
        Boolean enabled,

        @Min(1)
        @Max(LONGEST_SECONDS)
        @JsonPropertyDescription(
                "Window beside those of the NodeMetric; nothing is written before the agent has watched it.")
        int windowSeconds,

        @JsonPropertyDescription("Whether use by the time of day is learnt and the peak to come is written too.")
        Boolean forecast,

        @Min(60) @Max(LONGEST_AHEAD) @JsonPropertyDescription("The time that the forecast speaks of.")
        int forecastSeconds) {
    private static final int LONGEST_SECONDS = 1800;
    private static final int LONGEST_AHEAD = 21_600;
    public static final OnlineConfig DEFAULT = new OnlineConfig(true, 0, true, 0);

    public OnlineConfig {
        enabled = Objects.requireNonNullElse(enabled, true);
        windowSeconds = Defaults.number(windowSeconds, (int) OnlineNote.WINDOW.toSeconds());
        forecast = Objects.requireNonNullElse(forecast, true);
        forecastSeconds = Defaults.number(forecastSeconds, (int) DayNote.WITHIN.toSeconds());
    }

    /** Whether anything is learnt by the time of day. */
    public boolean learnsDays() {
        return enabled && forecast;
    }

    Duration forecastAhead() {
        return Duration.ofSeconds(forecastSeconds);
    }

    Duration window() {
        return Duration.ofSeconds(windowSeconds);
    }
}
