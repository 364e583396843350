package io.koordbridge.lab.hadoop;

import com.fasterxml.jackson.databind.JsonNode;

/** A NodeManager about itself; the capacity is the last one it received, the proof that an update arrived. */
public record NodeManagerInfo(String id, String version, boolean healthy, long capacityMegabytes, long capacityVcores) {

    static NodeManagerInfo of(JsonNode json) {
        return new NodeManagerInfo(
                json.path("id").asText(),
                json.path("nodeManagerVersion").asText(),
                json.path("nodeHealthy").asBoolean(),
                json.path("totalPmemAllocatedContainersMB").asLong(),
                json.path("totalVCoresAllocatedContainers").asLong());
    }
}
