package io.koordbridge.api.slo;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.QuantityPattern;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Usage by resource name: CPU in cores, memory in bytes. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@SchemaCustomizer(QuantityPattern.class)
public record ResourceUsage(
        @Nullable Map<String, Quantity> resources, @Nullable List<JsonNode> devices) {

    public ResourceUsage {
        resources = resources == null ? null : Map.copyOf(resources);
        devices = devices == null ? null : List.copyOf(devices);
    }

    /** Usage of plain resources only. */
    public static ResourceUsage of(Map<String, Quantity> resources) {
        return new ResourceUsage(resources, null);
    }
}
