package io.koordbridge.it.koordlet;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.ResourceNames;
import java.util.Map;

/** Pods with half a core and 512 MiB of batch resources, which the kubelet does not limit. */
final class BatchPods {
    private static final Map<String, Quantity> OF_THE_NODE =
            Map.of(ResourceNames.BATCH_CPU, new Quantity("16k"), ResourceNames.BATCH_MEMORY, new Quantity("16Gi"));
    private static final Map<String, Quantity> OF_A_POD =
            Map.of(ResourceNames.BATCH_CPU, new Quantity("500"), ResourceNames.BATCH_MEMORY, new Quantity("512Mi"));

    private BatchPods() {}

    /** As koord-manager does: the kubelet refuses pods that request what its node does not show. */
    static void offer(KubernetesClient client, String node) {
        client.nodes().withName(node).editStatus(shown -> {
            shown.getStatus().getCapacity().putAll(OF_THE_NODE);
            shown.getStatus().getAllocatable().putAll(OF_THE_NODE);
            return shown;
        });
    }

    static Pod of(String node, String name, String priorityClass, String script) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("default")
                .addToLabels(Labels.POD_QOS_CLASS, "BE")
                .endMetadata()
                .withNewSpec()
                .withNodeName(node)
                .withPriorityClassName(priorityClass)
                .withTerminationGracePeriodSeconds(0L)
                .addNewContainer()
                .withName("main")
                .withImage("busybox:lab")
                .withCommand("/bin/sh", "-c", script)
                .withResources(new ResourceRequirements(null, OF_A_POD, OF_A_POD))
                .endContainer()
                .endSpec()
                .build();
    }
}
