package io.koordbridge.api.topology;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Quantity;
import org.jspecify.annotations.Nullable;

/** One resource of a zone. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ZoneResource(
        @Nullable String name,
        @Nullable Quantity capacity,
        @Nullable Quantity allocatable,
        @Nullable Quantity available) {}
