package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.pod.PodClassification;
import io.koordbridge.api.pod.PodRequests;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.Optional;

/** Classes, priorities and requests of pods. */
public final class PriorityQosSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "manager/priority-qos";
    }

    @Override
    public JsonNode run(JsonNode input) {
        Pod pod = Json.as(input.get("pod"), Pod.class);
        ObjectNode out = Json.MAPPER.createObjectNode();
        out.put("qosLabel", PodClassification.explicitQos(pod).wireName())
                .put("kubeQoS", PodClassification.kubeQos(pod).wireName())
                .put("qos", PodClassification.qos(pod).wireName())
                .put(
                        "priorityClassExplicit",
                        PodClassification.explicitPriorityClass(pod).wireName())
                .put("priorityClass", PodClassification.priorityClass(pod).wireName())
                .put("priorityValue", PodClassification.priorityValue(pod))
                .put("subPriority", SubPriority.of(pod).orElse(null));
        ObjectNode requests = out.putObject("requests");
        PodRequests.of(pod).forEach((name, amount) -> requests.put(name, amount.toPlainString()));
        return out;
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        return VectorTrees.difference(expect, actual, "requests"::equals);
    }
}
