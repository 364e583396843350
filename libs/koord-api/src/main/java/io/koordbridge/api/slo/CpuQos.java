package io.koordbridge.api.slo;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** Kernel scheduling class. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CpuQos(
        @Nullable Boolean enable,
        @Nullable Long groupIdentity,
        @Nullable Long schedIdle,
        @Nullable Boolean coreExpeller) {}
