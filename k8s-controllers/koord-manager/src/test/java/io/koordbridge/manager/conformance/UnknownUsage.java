package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.pod.PodClassification;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.NodeSnapshots;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.ArrayList;
import java.util.List;

/** Tags of cases in which a report or a label would make the node freer than it is. */
final class UnknownUsage {

    private UnknownUsage() {}

    /** For {@link SuiteAdapter#tags}. */
    static List<String> tags(JsonNode input) {
        List<String> tags = new ArrayList<>();
        for (JsonNode one : input.path("pods")) {
            Pod pod = Json.as(one, Pod.class);
            if (PodClassification.isActive(pod)
                    && PodClassification.priorityClass(pod)
                            != NodeSnapshots.demand(pod).priority()) {
                tags.add("label-hides-requests");
                break;
            }
        }
        boolean unknown = input.hasNonNull("nodeMetric")
                && NodeSnapshots.usage(Json.as(input.get("nodeMetric"), NodeMetric.class)
                                .getStatus())
                        .pods()
                        .stream()
                        .anyMatch(pod -> !pod.usage().equals(pod.usage().max(CpuMemory.ZERO)));
        if (unknown) {
            tags.add("pod-usage-not-known");
        }
        return tags;
    }
}
