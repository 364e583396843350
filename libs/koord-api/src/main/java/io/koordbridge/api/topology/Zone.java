package io.koordbridge.api.topology;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One NUMA node: type {@code Node}, name {@code node-<id>}. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Zone(
        @Nullable String name,
        @Nullable String type,
        @Nullable String parent,
        @Nullable List<ZoneResource> resources) {

    public Zone {
        resources = resources == null ? null : List.copyOf(resources);
    }
}
