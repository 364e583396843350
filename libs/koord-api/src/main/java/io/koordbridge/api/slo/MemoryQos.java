package io.koordbridge.api.slo;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** Memory cgroup parameters. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MemoryQos(
        @Nullable Boolean enable,
        @Nullable Long minLimitPercent,
        @Nullable Long lowLimitPercent,
        @Nullable Long throttlingPercent,
        @Nullable Long wmarkRatio,
        @Nullable Long wmarkScalePermill,
        @Nullable Long wmarkMinAdj,
        @Nullable Long priorityEnable,
        @Nullable Long priority,
        @Nullable Long oomKillGroup,
        @Nullable Boolean pageCacheEnable,
        @Nullable Long pageCacheLimitSize,
        @Nullable Long pageCacheLimitPercent,
        @Nullable Boolean pageCacheReclaimSync) {}
