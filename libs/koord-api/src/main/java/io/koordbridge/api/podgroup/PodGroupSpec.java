package io.koordbridge.api.podgroup;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.QuantityPattern;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is asked for.
 *
 * @param minMember fewest pods that are placed
 * @param minResources of the whole group; for people and other tools, pods say what they request
 * @param scheduleTimeoutSeconds how long a placed pod waits for the others, the scheduler's default when absent or not positive
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@SchemaCustomizer(QuantityPattern.class)
public record PodGroupSpec(
        @Nullable Long minMember,
        @Nullable Map<String, Quantity> minResources,
        @Nullable Long scheduleTimeoutSeconds) {

    public PodGroupSpec {
        minResources = minResources == null ? null : Map.copyOf(minResources);
    }
}
