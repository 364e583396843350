package io.koordbridge.api.slo;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** Usage of one pod. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PodMetricInfo(
        @Nullable String name,
        @Nullable String namespace,
        @Nullable ResourceUsage podUsage,
        @Nullable String priority,
        @Nullable String qos,
        @Nullable JsonNode extensions) {}
