package io.koordbridge.api.annotation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one third party holds, counted only with priority {@code koord-batch}. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ThirdPartyAllocation(
        @Nullable String name,
        @Nullable String priority,
        @Nullable Map<String, Quantity> resources) {

    public ThirdPartyAllocation {
        resources = resources == null ? null : Map.copyOf(resources);
    }
}
