package io.koordbridge.api.annotation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Resources kept from all pods; non-empty {@code reservedCPUs} replace the CPU amount. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeReservation(
        @Nullable Map<String, Quantity> resources,
        @Nullable String reservedCPUs,
        @Nullable String applyPolicy) {

    public NodeReservation {
        resources = resources == null ? null : Map.copyOf(resources);
    }
}
