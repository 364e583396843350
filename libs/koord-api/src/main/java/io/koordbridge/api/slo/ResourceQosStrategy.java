package io.koordbridge.api.slo;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** QoS parameters by class. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ResourceQosStrategy(
        @Nullable QosPolicies policies,
        @Nullable ResourceQos lsrClass,
        @Nullable ResourceQos lsClass,
        @Nullable ResourceQos beClass,
        @Nullable ResourceQos systemClass,
        @Nullable ResourceQos cgroupRoot) {}
