package io.koordbridge.scheduler.gang.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.dropwizard.util.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Section {@code gang}.
 *
 * @param enabled whether gangs are placed together
 * @param defaultTimeout how long a pod waits for the others when its gang does not say it
 * @param bindTimeout longest wait of a bind for the others, whatever the gang says
 * @param attempts plans that kube-scheduler may refuse before the gang waits for a minute
 */
public record GangArgs(
        @JsonPropertyDescription("Whether the pods of a gang are placed together or not at all.")
        boolean enabled,

        @JsonPropertyDescription("How long a pod that has a place waits for the others, when its gang does not say it.")
        Duration defaultTimeout,

        @JsonPropertyDescription(
                "Longest wait of a bind for the others, whatever the gang says; with bind.maxWait and the tries of a bind "
                        + "shorter than httpTimeout of the bind extender.")
        Duration bindTimeout,

        @JsonPropertyDescription("Plans of a gang that kube-scheduler may refuse before the gang rests for a minute.")
        int attempts) {

    public static final GangArgs DEFAULT = new GangArgs(true, Duration.minutes(10), Duration.seconds(60), 5);

    public GangArgs {
        if (bindTimeout.toMilliseconds() < 1_000 || bindTimeout.toMilliseconds() > 600_000) {
            throw new IllegalArgumentException("gang.bindTimeout " + bindTimeout + ", allowed: 1s to 10m");
        }
        if (defaultTimeout.toMilliseconds() < 1_000) {
            throw new IllegalArgumentException("gang.defaultTimeout " + defaultTimeout + ", allowed: 1s and more");
        }
        if (attempts < 1) {
            throw new IllegalArgumentException("gang.attempts " + attempts + ", allowed: 1 and more");
        }
    }

    /** A section of which keys are left out has their defaults. */
    @JsonCreator
    static GangArgs of(
            @JsonProperty("enabled") @Nullable Boolean enabled,
            @JsonProperty("defaultTimeout") @Nullable Duration defaultTimeout,
            @JsonProperty("bindTimeout") @Nullable Duration bindTimeout,
            @JsonProperty("attempts") @Nullable Integer attempts) {
        return new GangArgs(
                Objects.requireNonNullElse(enabled, DEFAULT.enabled),
                Objects.requireNonNullElse(defaultTimeout, DEFAULT.defaultTimeout),
                Objects.requireNonNullElse(bindTimeout, DEFAULT.bindTimeout),
                Objects.requireNonNullElse(attempts, DEFAULT.attempts));
    }
}
