package io.koordbridge.koordlet.qos.batchresource;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.Objects;

/** Limits of best-effort pods. */
public record BatchResourceConfig(
        @JsonPropertyDescription("Whether pods that request batch resources are limited to them.")
        Boolean enabled) {
    public static final BatchResourceConfig DEFAULT = new BatchResourceConfig(true);

    public BatchResourceConfig {
        enabled = Objects.requireNonNullElse(enabled, true);
    }
}
