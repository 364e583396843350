package io.koordbridge.api.topology;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One NUMA node: type {@code Node}, name {@code node-<id>}. What others keep in a zone, such as costs, does not concern us, and a
 * definition of ours does not drop it.
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@PreserveUnknownFields
public record Zone(
        @Nullable String name,
        @Nullable String type,
        @Nullable String parent,
        @Nullable List<ZoneResource> resources) {

    public Zone {
        resources = resources == null ? null : List.copyOf(resources);
    }
}
