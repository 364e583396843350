package io.koordbridge.scheduler.gatekeeper;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Section {@code gatekeeper}.
 *
 * @param enabled whether pods with our scheduling gate wait for their gang and their quota; without, all gates open
 * @param parallelPatches gates that are removed at once
 */
public record GatekeeperArgs(
        @JsonPropertyDescription(
                "Whether pods with our scheduling gate wait for their gang and their quota; false: all these gates are opened.")
        boolean enabled,

        @JsonPropertyDescription("Gates that are opened side by side.")
        int parallelPatches) {

    public static final GatekeeperArgs DEFAULT = new GatekeeperArgs(true, 16);

    public GatekeeperArgs {
        if (parallelPatches < 1 || parallelPatches > 100) {
            throw new IllegalArgumentException("gatekeeper.parallelPatches " + parallelPatches + ", allowed: 1 to 100");
        }
    }

    /** A section of which keys are left out has their defaults. */
    @JsonCreator
    static GatekeeperArgs of(
            @JsonProperty("enabled") @Nullable Boolean enabled,
            @JsonProperty("parallelPatches") @Nullable Integer parallelPatches) {
        return new GatekeeperArgs(
                Objects.requireNonNullElse(enabled, DEFAULT.enabled),
                Objects.requireNonNullElse(parallelPatches, DEFAULT.parallelPatches));
    }
}
