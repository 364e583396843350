package io.koordbridge.koordlet.yarn;

import org.jspecify.annotations.Nullable;

/** A container as the plugin reports it; what it does not know is null, never 0. */
public record YarnContainer(
        String id,
        @Nullable String applicationId,
        @Nullable String state,
        @Nullable String executionType,
        @Nullable String containerType,
        @Nullable Integer priority,
        @Nullable Long vcores,
        @Nullable Long memoryMB,
        @Nullable Usage usage) {

    /** Measured in the container's control group. */
    public record Usage(@Nullable Long cpuMilli, @Nullable Long memoryBytes) {}
}
