package io.koordbridge.api.topology;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.QuantityPattern;
import org.jspecify.annotations.Nullable;

/** One resource of a zone. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@SchemaCustomizer(QuantityPattern.class)
public record ZoneResource(
        @Nullable String name,
        @Nullable Quantity capacity,
        @Nullable Quantity allocatable,
        @Nullable Quantity available) {}
