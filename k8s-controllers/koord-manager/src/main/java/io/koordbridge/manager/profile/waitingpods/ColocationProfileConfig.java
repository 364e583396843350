package io.koordbridge.manager.profile.waitingpods;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.dropwizard.util.Duration;
import io.dropwizard.validation.MinDuration;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.util.concurrent.TimeUnit;

/** Section {@code colocationProfile}: profiles for waiting pods; gate ColocationProfileController. */
public final class ColocationProfileConfig {

    @NotNull
    @MinDuration(value = 1, unit = TimeUnit.SECONDS)
    @JsonProperty
    @JsonPropertyDescription("Time between two rounds.")
    private Duration reconcileInterval = Duration.seconds(30);

    @JsonProperty
    @JsonPropertyDescription(
            "Whether profiles without the label config.koordinator.sh/controller-managed=true " + "take part too.")
    private boolean reconcileByDefault;

    @Min(1)
    @Max(1_000)
    @JsonProperty
    @JsonPropertyDescription("Pods that are handled per second in the long run.")
    private int podsPerSecond = 10;

    @Min(1)
    @Max(10_000)
    @JsonProperty
    @JsonPropertyDescription("Pods that are handled at once.")
    private int burst = 100;

    /** Time between two rounds. */
    public java.time.Duration reconcileInterval() {
        return reconcileInterval.toJavaDuration();
    }

    /** Whether profiles without the label take part too. */
    public boolean reconcileByDefault() {
        return reconcileByDefault;
    }

    /** Pods that are handled per second in the long run. */
    public int podsPerSecond() {
        return podsPerSecond;
    }

    /** Pods that are handled at once. */
    public int burst() {
        return burst;
    }
}
