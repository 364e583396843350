package io.koordbridge.lab.hadoop;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/** An application as the ResourceManager sees it. */
public record YarnApp(
        String id,
        String name,
        String state,
        String finalStatus,
        double progressPercent,
        int runningContainers,
        long allocatedMegabytes,
        long allocatedVcores,
        int preemptedContainers,
        int preemptedMasters,
        String diagnostics) {
    private static final Set<String> ENDED = Set.of("FINISHED", "FAILED", "KILLED");

    static YarnApp of(JsonNode json) {
        return new YarnApp(
                json.path("id").asText(),
                json.path("name").asText(),
                json.path("state").asText(),
                json.path("finalStatus").asText(),
                json.path("progress").asDouble(),
                Math.max(0, json.path("runningContainers").asInt()),
                Math.max(0, json.path("allocatedMB").asLong()),
                Math.max(0, json.path("allocatedVCores").asLong()),
                json.path("numNonAMContainerPreempted").asInt(),
                json.path("numAMContainerPreempted").asInt(),
                json.path("diagnostics").asText());
    }

    public boolean running() {
        return state.equals("RUNNING");
    }

    public boolean ended() {
        return ENDED.contains(state);
    }

    public boolean succeeded() {
        return state.equals("FINISHED") && finalStatus.equals("SUCCEEDED");
    }
}
