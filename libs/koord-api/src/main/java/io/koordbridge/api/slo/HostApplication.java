package io.koordbridge.api.slo;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** An application outside of pods, in a cgroup of its own. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record HostApplication(
        @Nullable String name,
        @Nullable String priority,
        @Nullable String qos,
        @Nullable CgroupPath cgroupPath,
        @Nullable JsonNode strategy) {}
