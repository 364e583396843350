package io.koordbridge.api.device;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Where a card sits.
 *
 * @param nodeID NUMA node, -1 when it is not known
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DeviceTopology(
        @Nullable Integer socketID,
        @Nullable Integer nodeID,
        @Nullable String pcieID,
        @Nullable String busID) {}
