package io.koordbridge.api.annotation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Requests and limits of one container. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ContainerResources(
        @Nullable Map<String, Quantity> limits, @Nullable Map<String, Quantity> requests) {

    public ContainerResources {
        limits = limits == null ? null : Map.copyOf(limits);
        requests = requests == null ? null : Map.copyOf(requests);
    }
}
