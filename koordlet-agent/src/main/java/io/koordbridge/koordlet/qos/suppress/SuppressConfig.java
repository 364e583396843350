package io.koordbridge.koordlet.qos.suppress;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
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
        Boolean recoverWithoutNodeSlo,

        @JsonPropertyDescription("Tighter suppression while online pods wait for CPU.")
        Pressure pressure) {
    public static final SuppressConfig DEFAULT = new SuppressConfig(true, false, false, true, Pressure.OFF);

    public SuppressConfig {
        enabled = Objects.requireNonNullElse(enabled, true);
        recoverWithoutNodeSlo = Objects.requireNonNullElse(recoverWithoutNodeSlo, true);
        pressure = Objects.requireNonNullElse(pressure, Pressure.OFF);
    }

    /** Suppression by what the kernel says of pods that wait. */
    public record Pressure(
            @Min(0)
            @Max(100)
            @JsonPropertyDescription(
                    "Share of a second in which some of a pod's work waits for CPU, from which on the allowance is one step"
                            + " smaller; 0 switches it off.")
            int percent,

            @Min(0) @Max(1_000_000) @JsonPropertyDescription("The step; 0 is a tenth of the node and at least one CPU.")
            int stepMilliCpu) {
        public static final Pressure OFF = new Pressure(0, 0);
    }

    /** The same, where the gate for a scheduler that places best-effort pods is open as well. */
    public SuppressConfig managed(boolean gate) {
        return new SuppressConfig(enabled, requireNodeTopology, beCpuManager || gate, recoverWithoutNodeSlo, pressure);
    }
}
