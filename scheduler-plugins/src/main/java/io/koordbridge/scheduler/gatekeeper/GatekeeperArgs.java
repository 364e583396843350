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
 * @param patchesPerSecond gates that are removed in a second
 */
public record GatekeeperArgs(
        @JsonPropertyDescription(
                "Whether pods with our scheduling gate wait for their gang and their quota; false: all these gates are opened.")
        boolean enabled,

        @JsonPropertyDescription("Gates that are opened in a second.")
        int patchesPerSecond) {

    public static final GatekeeperArgs DEFAULT = new GatekeeperArgs(true, 100);

    public GatekeeperArgs {
        if (patchesPerSecond < 1 || patchesPerSecond > 1_000) {
            throw new IllegalArgumentException(
                    "gatekeeper.patchesPerSecond " + patchesPerSecond + ", allowed: 1 to 1000");
        }
    }

    /** A section of which keys are left out has their defaults. */
    @JsonCreator
    static GatekeeperArgs of(
            @JsonProperty("enabled") @Nullable Boolean enabled,
            @JsonProperty("patchesPerSecond") @Nullable Integer patchesPerSecond) {
        return new GatekeeperArgs(
                Objects.requireNonNullElse(enabled, DEFAULT.enabled),
                Objects.requireNonNullElse(patchesPerSecond, DEFAULT.patchesPerSecond));
    }
}
