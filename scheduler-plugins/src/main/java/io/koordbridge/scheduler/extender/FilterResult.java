package io.koordbridge.scheduler.extender;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;

/**
 * Answer to filter, as the Go type {@code ExtenderFilterResult} is written; it has no node objects, because requests with such are
 * refused.
 *
 * @param nodeNames the names that are left
 * @param failedNodes refused nodes where preemption may help, with the reason
 * @param failedAndUnresolvableNodes refused nodes that preemption must not touch, with the reason
 * @param error why there is no answer; empty when there is one
 */
record FilterResult(
        @JsonProperty("NodeNames") List<String> nodeNames,
        @JsonProperty("FailedNodes") Map<String, String> failedNodes,
        @JsonProperty("FailedAndUnresolvableNodes") Map<String, String> failedAndUnresolvableNodes,
        @JsonProperty("Error") String error) {

    static FilterResult failed(String error) {
        return new FilterResult(List.of(), Map.of(), Map.of(), error);
    }
}
