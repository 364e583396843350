package io.koordbridge.lab.hadoop;

import com.fasterxml.jackson.databind.JsonNode;

/** A node as the ResourceManager sees it; the free amounts are negative while more is used than the capacity. */
public record YarnNode(
        String id,
        String state,
        long usedMegabytes,
        long freeMegabytes,
        long usedVcores,
        long freeVcores,
        int containers) {

    static YarnNode of(JsonNode json) {
        return new YarnNode(
                json.path("id").asText(),
                json.path("state").asText(),
                json.path("usedMemoryMB").asLong(),
                json.path("availMemoryMB").asLong(),
                json.path("usedVirtualCores").asLong(),
                json.path("availableVirtualCores").asLong(),
                json.path("numContainers").asInt());
    }

    /** What the ResourceManager may give away here. */
    public long capacityMegabytes() {
        return usedMegabytes + freeMegabytes;
    }

    /** What the ResourceManager may give away here. */
    public long capacityVcores() {
        return usedVcores + freeVcores;
    }

    public boolean running() {
        return state.equals("RUNNING");
    }

    /** Whether the scheduler has it already: right after a registration it is running, and all amounts are 0 for a moment. */
    public boolean scheduled() {
        return running() && (usedMegabytes | freeMegabytes | usedVcores | freeVcores) != 0;
    }
}
