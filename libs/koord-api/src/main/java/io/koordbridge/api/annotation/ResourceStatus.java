package io.koordbridge.api.annotation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** CPUs and NUMA resources chosen for a pod. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ResourceStatus(
        @Nullable String cpuset, @Nullable List<NumaNodeResource> numaNodeResources) {

    public ResourceStatus {
        numaNodeResources = numaNodeResources == null ? null : List.copyOf(numaNodeResources);
    }
}
