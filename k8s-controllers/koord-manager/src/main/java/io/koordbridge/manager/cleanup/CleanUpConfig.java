package io.koordbridge.manager.cleanup;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.dropwizard.util.Duration;
import io.dropwizard.validation.MaxDuration;
import io.dropwizard.validation.MinDuration;
import jakarta.validation.constraints.NotNull;
import java.util.concurrent.TimeUnit;

/** Section {@code cleanUp}: what {@code --clean-up} waits for. */
public final class CleanUpConfig {

    @NotNull
    @MinDuration(value = 0, unit = TimeUnit.SECONDS)
    @MaxDuration(value = 1, unit = TimeUnit.DAYS)
    @JsonProperty
    @JsonPropertyDescription("How long --clean-up waits for YARN to shrink to its minimum on every node.")
    private Duration yarnPatience = Duration.minutes(3);

    @NotNull
    @MinDuration(value = 0, unit = TimeUnit.SECONDS)
    @MaxDuration(value = 1, unit = TimeUnit.HOURS)
    @JsonProperty
    @JsonPropertyDescription("How long --clean-up waits for the pods of one component to end.")
    private Duration podPatience = Duration.seconds(45);

    /** How long YARN may take to shrink to its minimum. */
    public java.time.Duration yarnPatience() {
        return yarnPatience.toJavaDuration();
    }

    /** How long the pods of a component may take to end. */
    public java.time.Duration podPatience() {
        return podPatience.toJavaDuration();
    }
}
