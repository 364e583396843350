package io.koordbridge.api.slo;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** Usage of one NUMA node. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NumaUsage(
        @Nullable Integer numaNodeID,
        @Nullable ResourceUsage nodeUsage,
        @Nullable ResourceUsage systemUsage) {}
