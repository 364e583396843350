package io.koordbridge.api.slo;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.IntOrString;
import org.jspecify.annotations.Nullable;

/** Bandwidth: an integer is percent of the total, a text is bits a second. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NetworkQos(
        @Nullable Boolean enable,
        @Nullable IntOrString ingressRequest,
        @Nullable IntOrString ingressLimit,
        @Nullable IntOrString egressRequest,
        @Nullable IntOrString egressLimit) {}
