package io.koordbridge.scheduler.app;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.dropwizard.util.Duration;
import io.dropwizard.validation.MaxDuration;
import io.dropwizard.validation.MinDuration;
import io.dropwizard.validation.ValidationMethod;
import io.koordbridge.scheduler.bind.BindConfig;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.util.concurrent.TimeUnit;

/** Section {@code bind}; maxWait and attempts times requestTimeout plus one must stay below the scheduler's httpTimeout. */
public final class BindSection {

    @NotNull
    @MinDuration(value = 100, unit = TimeUnit.MILLISECONDS)
    @MaxDuration(value = 1, unit = TimeUnit.MINUTES)
    @JsonProperty
    @JsonPropertyDescription(
            "Limit of one call to the API server; 10s at most with leader.enabled, for the lease has to outlast it.")
    private Duration requestTimeout = Duration.seconds(2);

    @Min(1)
    @Max(5)
    @JsonProperty
    @JsonPropertyDescription("Tries of one bind.")
    private int attempts = BindConfig.DEFAULT.attempts();

    @NotNull
    @MaxDuration(value = 1, unit = TimeUnit.MINUTES)
    @JsonProperty
    @JsonPropertyDescription("No further try of a bind begins after this time.")
    private Duration budget = Duration.milliseconds(BindConfig.DEFAULT.budget().toMillis());

    @NotNull
    @MaxDuration(value = 1, unit = TimeUnit.HOURS)
    @JsonProperty
    @JsonPropertyDescription(
            "After this time a placement that no event confirms is looked up; longer than requestTimeout times "
                    + "attempts and one.")
    private Duration confirmWithin =
            Duration.milliseconds(BindConfig.DEFAULT.confirmWithin().toMillis());

    @NotNull
    @MinDuration(value = 10, unit = TimeUnit.MILLISECONDS)
    @MaxDuration(value = 1, unit = TimeUnit.HOURS)
    @JsonProperty
    @JsonPropertyDescription("How often placements without an event are looked for.")
    private Duration sweepPeriod = Duration.seconds(1);

    @Min(1)
    @JsonProperty
    @JsonPropertyDescription("Binds that run at once; others wait.")
    private int maxConcurrent = BindConfig.DEFAULT.maxConcurrent();

    @NotNull
    @MaxDuration(value = 1, unit = TimeUnit.HOURS)
    @JsonProperty
    @JsonPropertyDescription(
            "How long a bind waits for its turn; with its tries shorter than httpTimeout of the bind extender.")
    private Duration maxWait =
            Duration.milliseconds(BindConfig.DEFAULT.maxWait().toMillis());

    /** Limit of one call to the API server. */
    public java.time.Duration requestTimeout() {
        return requestTimeout.toJavaDuration();
    }

    /** Whether one call takes no longer; a missing limit is another problem. */
    boolean callsEndWithin(java.time.Duration limit) {
        return requestTimeout == null || requestTimeout().compareTo(limit) <= 0;
    }

    /** Earlier than that a bind may be under way, and its place is not to be given away. */
    @JsonIgnore
    @ValidationMethod(message = "bind.confirmWithin must be longer than requestTimeout times attempts and one")
    public boolean isLookedUpAfterTheLastTry() {
        return requestTimeout == null
                || confirmWithin == null
                || confirmWithin.toMilliseconds() > requestTimeout.toMilliseconds() * (attempts + 1);
    }

    /** How often placements without an event are looked for. */
    public java.time.Duration sweepPeriod() {
        return sweepPeriod.toJavaDuration();
    }

    /** The limits of a bind. */
    public BindConfig settings() {
        return new BindConfig(
                attempts,
                budget.toJavaDuration(),
                confirmWithin.toJavaDuration(),
                maxConcurrent,
                maxWait.toJavaDuration());
    }
}
