package io.koordbridge.scheduler.extender;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answer to filter, as the Go type {@code ExtenderFilterResult} is written.
 *
 * @param nodes the node list that is left, when node objects were sent
 * @param nodeNames the names that are left, when names were sent
 * @param failedNodes refused nodes where preemption may help, with the reason
 * @param failedAndUnresolvableNodes refused nodes that preemption must leave alone, with the reason
 * @param error why there is no answer; empty when there is one
 */
record FilterResult(
        @JsonProperty("Nodes") @Nullable NodeList nodes,
        @JsonProperty("NodeNames") @Nullable List<String> nodeNames,
        @JsonProperty("FailedNodes") Map<String, String> failedNodes,
        @JsonProperty("FailedAndUnresolvableNodes") Map<String, String> failedAndUnresolvableNodes,
        @JsonProperty("Error") String error) {

    /** A Kubernetes list. */
    record NodeList(
            @JsonProperty("metadata") Map<String, String> metadata,
            @JsonProperty("items") List<JsonNode> items) {}

    static FilterResult failed(String error) {
        return new FilterResult(null, List.of(), Map.of(), Map.of(), error);
    }
}
