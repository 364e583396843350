package io.koordbridge.scheduler.place.load;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.dropwizard.validation.OneOf;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.text.GoDurations;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Section {@code loadAware.aggregated}.
 *
 * @param usageThresholds percent of its capacity that a node may use by the percentile, 0 for not checked
 * @param usageAggregationType percentile of the thresholds, empty for none
 * @param usageAggregatedDuration its window, empty for the longest there is
 * @param scoreAggregationType percentile of the score, empty for the usage now
 * @param scoreAggregatedDuration its window
 */
record AggregatedArgs(
        @JsonPropertyDescription(
                "Percent of its capacity that a node may use by the percentile, 0 for not checked; replaces usageThresholds where a percentile is named.")
        Map<String, @Min(0) @Max(100) Long> usageThresholds,

        @OneOf({"", "avg", "p50", "p90", "p95", "p99"})
        @JsonPropertyDescription("Percentile of the thresholds, empty for none.")
        String usageAggregationType,

        @Pattern(regexp = DURATION)
        @JsonPropertyDescription("Its window such as 5m, empty for the longest that is reported.")
        String usageAggregatedDuration,

        @OneOf({"", "avg", "p50", "p90", "p95", "p99"})
        @JsonPropertyDescription("Percentile of the score, empty for the usage now.")
        String scoreAggregationType,

        @Pattern(regexp = DURATION)
        @JsonPropertyDescription("Its window such as 5m, empty for the longest that is reported.")
        String scoreAggregatedDuration) {

    private static final String DURATION = "|0|(\\d+(\\.\\d+)?[numsh]+)+";

    static final AggregatedArgs NONE = new AggregatedArgs(Map.of(), "", "", "", "");

    AggregatedArgs {
        usageThresholds = Map.copyOf(usageThresholds);
    }

    /** A section of which keys are left out has their defaults. */
    @JsonCreator
    static AggregatedArgs of(
            @JsonProperty("usageThresholds") @Nullable Map<String, Long> usageThresholds,
            @JsonProperty("usageAggregationType") @Nullable String usageType,
            @JsonProperty("usageAggregatedDuration") @Nullable String usageWindow,
            @JsonProperty("scoreAggregationType") @Nullable String scoreType,
            @JsonProperty("scoreAggregatedDuration") @Nullable String scoreWindow) {
        return new AggregatedArgs(
                Objects.requireNonNullElse(usageThresholds, Map.of()),
                Objects.requireNonNullElse(usageType, ""),
                Objects.requireNonNullElse(usageWindow, ""),
                Objects.requireNonNullElse(scoreType, ""),
                Objects.requireNonNullElse(scoreWindow, ""));
    }

    Thresholds.@Nullable OfAggregation thresholds() {
        return usageAggregationType.isEmpty() || usageThresholds.isEmpty()
                ? null
                : new Thresholds.OfAggregation(over(usageAggregationType, usageAggregatedDuration), usageThresholds);
    }

    UsageReport.@Nullable Aggregation score() {
        return scoreAggregationType.isEmpty() ? null : over(scoreAggregationType, scoreAggregatedDuration);
    }

    private static UsageReport.Aggregation over(String type, String window) {
        Decoded<Duration> read = GoDurations.read(window, Duration.ZERO, "loadAware.aggregated", "");
        if (!read.isGood()) {
            throw new IllegalArgumentException(read.problems().get(0).message());
        }
        return UsageReport.Aggregation.over(type, read.orElse(Duration.ZERO));
    }
}
