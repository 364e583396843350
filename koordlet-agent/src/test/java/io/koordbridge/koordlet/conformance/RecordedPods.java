package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.koordbridge.api.pod.PodRequests;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.QosClass;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.testkit.conformance.Json;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Recorded pods as an API server would have stored them: it fills in a request of CPU from the limit. Some suites record extracts without any
 * container, or with more CPUs than the containers request, which no scheduler gives; such a pod requests the CPUs that it was given.
 */
public final class RecordedPods {

    private RecordedPods() {}

    public static Pod stored(JsonNode recorded) {
        Pod pod = Json.as(recorded, Pod.class);
        PodSpec spec = Objects.requireNonNullElseGet(pod.getSpec(), PodSpec::new);
        if (spec.getContainers() == null || spec.getContainers().isEmpty()) {
            int cpus = cpus(recorded.path("metadata").path("annotations"));
            if (cpus > 0) {
                pod.setSpec(spec);
                spec.setContainers(List.of(new ContainerBuilder()
                        .withName("main")
                        .withResources(new ResourceRequirements(
                                null, null, Map.of("cpu", new Quantity(Integer.toString(cpus)))))
                        .build()));
            }
        } else {
            spec.getContainers().forEach(RecordedPods::withRequests);
            int cpus = cpus(recorded.path("metadata").path("annotations"));
            if (cpus > 0 && cpus * 1000L > PodRequests.milliCpu(pod)) {
                request(spec.getContainers().get(0), cpus);
            }
        }
        return pod;
    }

    private static void request(Container container, int cpus) {
        ResourceRequirements resources =
                Objects.requireNonNullElseGet(container.getResources(), ResourceRequirements::new);
        Map<String, Quantity> requests = new TreeMap<>(Objects.requireNonNullElse(resources.getRequests(), Map.of()));
        requests.put(ResourceNames.CPU, new Quantity(Integer.toString(cpus)));
        resources.setRequests(requests);
        container.setResources(resources);
    }

    /** Tag of cases with pods whose annotation names CPUs though their class has none of their own. */
    public static List<String> tags(Iterable<JsonNode> pods) {
        for (JsonNode pod : pods) {
            String qos = pod.path("metadata")
                    .path("labels")
                    .path(Labels.POD_QOS_CLASS)
                    .asText("");
            boolean owns = QosClass.ofLabel(qos) == QosClass.LSE || QosClass.ofLabel(qos) == QosClass.LSR;
            if (!owns && !cpuset(pod.path("metadata").path("annotations")).isEmpty()) {
                return List.of("cpus-of-no-class");
            }
        }
        return List.of();
    }

    private static String cpuset(JsonNode annotations) {
        try {
            return Json.MAPPER
                    .readTree(annotations.path(Annotations.POD_RESOURCE_STATUS).asText("{}"))
                    .path("cpuset")
                    .asText("");
        } catch (JsonProcessingException e) {
            return "";
        }
    }

    private static void withRequests(Container container) {
        ResourceRequirements resources = container.getResources();
        Quantity limit = resources == null || resources.getLimits() == null
                ? null
                : resources.getLimits().get(ResourceNames.CPU);
        if (limit != null) {
            Map<String, Quantity> requests =
                    new TreeMap<>(Objects.requireNonNullElse(resources.getRequests(), Map.of()));
            requests.putIfAbsent(ResourceNames.CPU, limit);
            resources.setRequests(requests);
        }
    }

    private static int cpus(JsonNode annotations) {
        try {
            return CpuSet.parse(cpuset(annotations)).size();
        } catch (IllegalArgumentException e) {
            return 0;
        }
    }
}
