package io.koordbridge.api.annotation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Resources on one NUMA node. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NumaNodeResource(
        @Nullable Integer node, @Nullable Map<String, Quantity> resources) {

    public NumaNodeResource {
        resources = resources == null ? null : Map.copyOf(resources);
    }
}
