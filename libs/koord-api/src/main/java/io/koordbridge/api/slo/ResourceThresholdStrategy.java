package io.koordbridge.api.slo;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** When best-effort work is suppressed or evicted. Percent of the node unless said otherwise. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ResourceThresholdStrategy(
        @Nullable Boolean enable,
        @Nullable Long cpuSuppressThresholdPercent,
        @Nullable Long cpuSuppressMinPercent,
        @Nullable String cpuSuppressPolicy,
        @Nullable Long memoryEvictThresholdPercent,
        @Nullable Long memoryEvictLowerPercent,
        @Nullable Long cpuEvictThresholdPercent,
        @Nullable Long cpuEvictLowerPercent,
        @Nullable Long cpuEvictBESatisfactionUpperPercent,
        @Nullable Long cpuEvictBESatisfactionLowerPercent,
        @Nullable Long cpuEvictBEUsageThresholdPercent,
        @Nullable Long cpuEvictTimeWindowSeconds,
        @Nullable String cpuEvictPolicy,
        @Nullable Integer evictEnabledPriorityThreshold,
        @Nullable Integer allocatableEvictPriorityThreshold,
        @Nullable Long cpuAllocatableEvictThresholdPercent,
        @Nullable Long cpuAllocatableEvictLowerPercent,
        @Nullable Long memoryAllocatableEvictThresholdPercent,
        @Nullable Long memoryAllocatableEvictLowerPercent) {}
