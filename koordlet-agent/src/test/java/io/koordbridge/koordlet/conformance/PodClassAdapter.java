package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.pod.PodClassification;
import io.koordbridge.api.pod.PodRequests;
import io.koordbridge.koordlet.kubepods.BatchSums;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;

public final class PodClassAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/pod-class";
    }

    @Override
    public JsonNode run(JsonNode input) {
        Pod pod = Json.as(input.path("pod"), Pod.class);
        BatchSums batch = BatchSums.of(pod);
        return Json.MAPPER
                .createObjectNode()
                .put("qos", PodClassification.explicitQos(pod).wireName())
                .put("qosWithDefault", PodClassification.qos(pod).wireName())
                .put("kubeQoS", PodClassification.kubeQos(pod).wireName())
                .put(
                        "priorityClass",
                        PodClassification.explicitPriorityClass(pod).wireName())
                .put(
                        "priorityClassWithDefault",
                        PodClassification.priorityClass(pod).wireName())
                .put("priorityValueWithDefault", PodClassification.priorityValue(pod))
                .put("requestMilliCPU", PodRequests.milliCpu(pod))
                .put("requestMemoryBytes", PodRequests.memoryBytes(pod))
                .put("batchMilliCPURequest", batch.requestMilliCpu())
                .put("batchMemoryRequestBytes", batch.requestBytes())
                .put("batchMilliCPULimit", batch.limitMilliCpu())
                .put("batchMemoryLimitBytes", batch.limitBytes());
    }
}
