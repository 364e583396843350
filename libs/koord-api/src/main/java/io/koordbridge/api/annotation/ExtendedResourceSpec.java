package io.koordbridge.api.annotation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Batch requests and limits by container name. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ExtendedResourceSpec(@Nullable Map<String, ContainerResources> containers) {

    public ExtendedResourceSpec {
        containers = containers == null ? null : Map.copyOf(containers);
    }
}
