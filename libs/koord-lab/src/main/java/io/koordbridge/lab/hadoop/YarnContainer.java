package io.koordbridge.lab.hadoop;

import com.fasterxml.jackson.databind.JsonNode;

/** A container as its NodeManager sees it. */
public record YarnContainer(
        String id, String state, int exitCode, String diagnostics, String user, long megabytes, long vcores) {

    static YarnContainer of(JsonNode json) {
        return new YarnContainer(
                json.path("id").asText(),
                json.path("state").asText(),
                json.path("exitCode").asInt(),
                json.path("diagnostics").asText(),
                json.path("user").asText(),
                json.path("totalMemoryNeededMB").asLong(),
                json.path("totalVCoresNeeded").asLong());
    }

    /** The first container of an attempt is its application master. */
    public boolean master() {
        return id.endsWith("_000001");
    }
}
