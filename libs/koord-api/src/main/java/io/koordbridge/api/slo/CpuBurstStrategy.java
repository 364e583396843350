package io.koordbridge.api.slo;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** CPU burst. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CpuBurstStrategy(
        @Nullable String policy,
        @Nullable Long cpuBurstPercent,
        @Nullable Long cfsQuotaBurstPercent,
        @Nullable Long cfsQuotaBurstPeriodSeconds,
        @Nullable Long sharePoolThresholdPercent) {}
