package io.koordbridge.lab.hadoop;

import com.fasterxml.jackson.databind.JsonNode;

/** Sums over the cluster. */
public record ClusterMetrics(
        int activeNodes,
        long totalMegabytes,
        long totalVcores,
        long allocatedMegabytes,
        long allocatedVcores,
        long pendingMegabytes,
        long pendingVcores) {

    static ClusterMetrics of(JsonNode json) {
        return new ClusterMetrics(
                json.path("activeNodes").asInt(),
                json.path("totalMB").asLong(),
                json.path("totalVirtualCores").asLong(),
                json.path("allocatedMB").asLong(),
                json.path("allocatedVirtualCores").asLong(),
                json.path("pendingMB").asLong(),
                json.path("pendingVirtualCores").asLong());
    }
}
