package io.koordbridge.koordlet.yarn;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The NodeManager as the plugin reports it. */
public record YarnNode(
        @Nullable String nodeId,
        @Nullable Capacity capacity,
        @Nullable Placement placement,
        List<String> degraded) {

    public YarnNode {
        degraded = List.copyOf(degraded);
    }

    /** The NodeManager's last capacity from the ResourceManager. */
    public record Capacity(@Nullable Long vcores, @Nullable Long memoryMB) {}

    /** Where its containers run. */
    public record Placement(@Nullable String mode, @Nullable String path) {}
}
