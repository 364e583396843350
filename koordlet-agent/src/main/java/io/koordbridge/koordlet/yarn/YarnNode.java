package io.koordbridge.koordlet.yarn;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The NodeManager as the plugin tells it. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record YarnNode(
        @Nullable String nodeId,
        @Nullable Capacity capacity,
        @Nullable Placement placement,
        @Nullable List<String> degraded) {

    public YarnNode {
        degraded = degraded == null ? null : List.copyOf(degraded);
    }

    /** What the ResourceManager told the NodeManager. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Capacity(@Nullable Long vcores, @Nullable Long memoryMB) {}

    /** Where its containers run. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Placement(@Nullable String mode, @Nullable String path) {}
}
