package io.koordbridge.koordlet.qos.memory;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.Objects;

/** Memory of the best-effort tier. */
public record MemoryConfig(
        @JsonPropertyDescription(
                "Whether memory.high of the best-effort tier follows the usage of online work, where the"
                        + " NodeSLO enables resourceUsedThresholdWithBE; cgroup v2.")
        boolean followOnline,

        @Min(1)
        @Max(50)
        @JsonPropertyDescription(
                "How far below memoryEvictThresholdPercent all work of the node together is kept, in percent of its memory.")
        Integer belowEvictionPercent,

        @Min(1) @Max(50) @JsonPropertyDescription("What the tier keeps at least, in percent of the node's memory.")
        Integer floorPercent,

        @Min(0)
        @Max(100)
        @JsonPropertyDescription(
                "Share of time in which burstable pods stall for memory that takes the tier one step further down; 0 ignores it.")
        Integer pressurePercent) {
    public static final MemoryConfig DEFAULT = new MemoryConfig(false, 5, 5, 10);

    public MemoryConfig {
        belowEvictionPercent = Objects.requireNonNullElse(belowEvictionPercent, 5);
        floorPercent = Objects.requireNonNullElse(floorPercent, 5);
        pressurePercent = Objects.requireNonNullElse(pressurePercent, 10);
    }
}
