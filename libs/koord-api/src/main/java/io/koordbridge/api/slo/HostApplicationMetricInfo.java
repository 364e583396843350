package io.koordbridge.api.slo;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** Usage of one application outside of pods. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record HostApplicationMetricInfo(
        @Nullable String name,
        @Nullable ResourceUsage usage,
        @Nullable String priority,
        @Nullable String qos) {}
