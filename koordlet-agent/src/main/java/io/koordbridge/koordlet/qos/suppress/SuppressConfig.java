package io.koordbridge.koordlet.qos.suppress;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.Objects;

/** Suppression. */
public record SuppressConfig(
        @JsonPropertyDescription("Whether best-effort work is suppressed where the NodeSLO says so.")
        Boolean enabled,

        @JsonPropertyDescription(
                "Do nothing by cpuset while there is no NodeResourceTopology; false acts as if it reserved nothing.")
        boolean requireNodeTopology,

        @JsonPropertyDescription("The scheduler places best-effort pods on CPUs, this agent does not.")
        boolean beCpuManager,

        @JsonPropertyDescription("Give back what was taken when there has been no NodeSLO for five minutes.")
        Boolean recoverWithoutNodeSlo) {
    public static final SuppressConfig DEFAULT = new SuppressConfig(true, false, false, true);

    public SuppressConfig {
        enabled = Objects.requireNonNullElse(enabled, true);
        recoverWithoutNodeSlo = Objects.requireNonNullElse(recoverWithoutNodeSlo, true);
    }

    /** The same, where the gate for a scheduler that places best-effort pods is open as well. */
    public SuppressConfig managed(boolean gate) {
        return new SuppressConfig(enabled, requireNodeTopology, beCpuManager || gate, recoverWithoutNodeSlo);
    }
}
