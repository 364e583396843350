package io.koordbridge.api.slo;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** Cache and memory bandwidth shares. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ResctrlQos(
        @Nullable Boolean enable,
        @Nullable Long catRangeStartPercent,
        @Nullable Long catRangeEndPercent,
        @Nullable Long mbaPercent) {}
