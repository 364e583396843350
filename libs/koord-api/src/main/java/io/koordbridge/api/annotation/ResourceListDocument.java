package io.koordbridge.api.annotation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code {"resources": {name: quantity}}}, the shape of the origin annotation. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ResourceListDocument(@Nullable Map<String, Quantity> resources) {

    public ResourceListDocument {
        resources = resources == null ? null : Map.copyOf(resources);
    }
}
