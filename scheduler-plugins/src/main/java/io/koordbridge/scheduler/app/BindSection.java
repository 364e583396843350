package io.koordbridge.scheduler.app;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.dropwizard.util.Duration;
import io.koordbridge.scheduler.bind.BindSettings;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;

/** Section {@code bind}; attempts times requestTimeout plus one must stay below the scheduler's httpTimeout. */
public final class BindSection {

    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Limit of one call to the API server.")
    private Duration requestTimeout = Duration.seconds(2);

    @Min(1)
    @Max(5)
    @JsonProperty
    @JsonPropertyDescription("Tries of one bind.")
    private int attempts = BindSettings.DEFAULT.attempts();

    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Limit of one bind with all its tries.")
    private Duration budget =
            Duration.milliseconds(BindSettings.DEFAULT.budget().toMillis());

    @NotNull
    @JsonProperty
    @JsonPropertyDescription("How long a placement counts without an event that confirms it.")
    private Duration confirmWithin =
            Duration.milliseconds(BindSettings.DEFAULT.confirmWithin().toMillis());

    @NotNull
    @JsonProperty
    @JsonPropertyDescription("How often placements without an event are looked for.")
    private Duration sweepPeriod = Duration.seconds(1);

    @Min(1)
    @JsonProperty
    @JsonPropertyDescription("Binds that run at once.")
    private int maxConcurrent = BindSettings.DEFAULT.maxConcurrent();

    /** Limit of one call to the API server. */
    public java.time.Duration requestTimeout() {
        return requestTimeout.toJavaDuration();
    }

    /** How often placements without an event are looked for. */
    public java.time.Duration sweepPeriod() {
        return sweepPeriod.toJavaDuration();
    }

    /** The limits of a bind. */
    public BindSettings settings() {
        return new BindSettings(attempts, budget.toJavaDuration(), confirmWithin.toJavaDuration(), maxConcurrent);
    }
}
