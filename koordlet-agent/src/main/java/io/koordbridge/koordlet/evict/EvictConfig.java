package io.koordbridge.koordlet.evict;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.koordbridge.koordlet.config.Defaults;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.Map;

/** Evictions of pods by the API, and of YARN containers by the plugin. What evicts is switched by feature gates. */
public record EvictConfig(
        @Min(1) @Max(3600) @JsonPropertyDescription("Time after an eviction for memory before the next one.")
        int memoryCoolSeconds,

        @Min(1)
        @Max(3600)
        @JsonPropertyDescription("Time after an eviction for CPU, and after the start, before the next one.")
        int cpuCoolSeconds) {
    public static final EvictConfig DEFAULT = new EvictConfig(0, 0);

    public EvictConfig {
        memoryCoolSeconds = Defaults.number(memoryCoolSeconds, 4);
        cpuCoolSeconds = Defaults.number(cpuCoolSeconds, 20);
    }

    /** Cool-downs by pool. */
    public Map<Pool, Duration> coolDowns() {
        return Map.of(Pool.MEMORY, Duration.ofSeconds(memoryCoolSeconds), Pool.CPU, Duration.ofSeconds(cpuCoolSeconds));
    }
}
