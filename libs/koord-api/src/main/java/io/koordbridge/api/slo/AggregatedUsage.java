package io.koordbridge.api.slo;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Percentiles of one window: {@code avg}, {@code p50}, {@code p90}, {@code p95}, {@code p99}. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AggregatedUsage(
        @Nullable Map<String, ResourceUsage> usage,
        @Nullable String duration) {

    public AggregatedUsage {
        usage = usage == null ? null : Map.copyOf(usage);
    }
}
