package io.koordbridge.api.slo;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** Windows and period of the report; durations in Go notation. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MetricCollectPolicy(
        @Nullable Long aggregateDurationSeconds,
        @Nullable Long reportIntervalSeconds,
        @Nullable AggregatePolicy nodeAggregatePolicy,
        @Nullable String nodeMemoryCollectPolicy) {}
