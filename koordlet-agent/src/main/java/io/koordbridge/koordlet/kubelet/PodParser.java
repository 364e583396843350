package io.koordbridge.koordlet.kubelet;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parts of a pod that the agent reads, from its JSON: learning all parts of a pod takes 10 MiB. */
@PureCore
final class PodParser {

    private PodParser() {}

    static Pod pod(JsonNode json) {
        Pod pod = new Pod();
        pod.setMetadata(metadata(json.path("metadata")));
        pod.setSpec(spec(json.path("spec")));
        pod.setStatus(status(json.path("status")));
        return pod;
    }

    private static ObjectMeta metadata(JsonNode json) {
        ObjectMeta metadata = new ObjectMeta();
        metadata.setName(text(json, "name"));
        metadata.setNamespace(text(json, "namespace"));
        metadata.setUid(text(json, "uid"));
        metadata.setCreationTimestamp(text(json, "creationTimestamp"));
        metadata.setDeletionTimestamp(text(json, "deletionTimestamp"));
        metadata.setLabels(texts(json.path("labels")));
        metadata.setAnnotations(texts(json.path("annotations")));
        return metadata;
    }

    private static PodSpec spec(JsonNode json) {
        PodSpec spec = new PodSpec();
        spec.setNodeName(text(json, "nodeName"));
        spec.setPriorityClassName(text(json, "priorityClassName"));
        spec.setPriority(json.has("priority") ? json.path("priority").asInt() : null);
        spec.setOverhead(amounts(json.path("overhead")));
        spec.setContainers(containers(json.path("containers")));
        spec.setInitContainers(containers(json.path("initContainers")));
        if (json.has("resources")) {
            spec.setResources(resources(json.path("resources")));
        }
        return spec;
    }

    private static List<Container> containers(JsonNode list) {
        List<Container> found = new ArrayList<>();
        for (JsonNode json : list) {
            Container container = new Container();
            container.setName(text(json, "name"));
            container.setRestartPolicy(text(json, "restartPolicy"));
            container.setResources(resources(json.path("resources")));
            found.add(container);
        }
        return found;
    }

    private static ResourceRequirements resources(JsonNode json) {
        ResourceRequirements resources = new ResourceRequirements();
        resources.setRequests(amounts(json.path("requests")));
        resources.setLimits(amounts(json.path("limits")));
        return resources;
    }

    private static PodStatus status(JsonNode json) {
        PodStatus status = new PodStatus();
        status.setPhase(text(json, "phase"));
        status.setQosClass(text(json, "qosClass"));
        status.setContainerStatuses(statuses(json.path("containerStatuses")));
        status.setInitContainerStatuses(statuses(json.path("initContainerStatuses")));
        return status;
    }

    private static List<ContainerStatus> statuses(JsonNode list) {
        List<ContainerStatus> found = new ArrayList<>();
        for (JsonNode json : list) {
            ContainerStatus status = new ContainerStatus();
            status.setName(text(json, "name"));
            status.setContainerID(text(json, "containerID"));
            found.add(status);
        }
        return found;
    }

    private static Map<String, Quantity> amounts(JsonNode json) {
        Map<String, Quantity> amounts = new HashMap<>();
        json.properties()
                .forEach(one -> amounts.put(
                        one.getKey(), Quantities.ofServer(one.getValue().asText())));
        return amounts;
    }

    private static Map<String, String> texts(JsonNode json) {
        Map<String, String> texts = new HashMap<>();
        json.properties().forEach(one -> texts.put(one.getKey(), one.getValue().asText()));
        return texts;
    }

    private static @Nullable String text(JsonNode json, String field) {
        JsonNode value = json.path(field);
        return value.isTextual() ? value.asText() : null;
    }
}
