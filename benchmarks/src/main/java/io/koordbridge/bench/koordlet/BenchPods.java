package io.koordbridge.bench.koordlet;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;

/** Best-effort pods of two containers with batch resources. */
final class BenchPods {

    static final int CONTAINERS = 2;
    static final String NAMESPACE = "shop";
    private static final Map<String, Quantity> BATCH =
            Map.of("kubernetes.io/batch-cpu", new Quantity("100"), "kubernetes.io/batch-memory", new Quantity("64Mi"));

    private BenchPods() {}

    /** A pod as a scheduler leaves it. */
    static Pod bound(int number, String node) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace(NAMESPACE)
                .withName("pod-" + number)
                .withUid("00000000-0000-0000-0000-" + String.format("%012d", number))
                .addToLabels("koordinator.sh/qosClass", "BE")
                .endMetadata()
                .withNewSpec()
                .withNodeName(node)
                .withContainers(List.of(container("a"), container("b")))
                .endSpec()
                .build();
    }

    private static io.fabric8.kubernetes.api.model.Container container(String name) {
        return new ContainerBuilder()
                .withName(name)
                .withImage("example.invalid/none")
                .withNewResources()
                .withRequests(BATCH)
                .withLimits(BATCH)
                .endResources()
                .build();
    }

    /** The same as the kubelet leaves it. */
    static Pod running(Pod bound) {
        String name = bound.getMetadata().getName();
        return new PodBuilder(bound)
                .withNewStatus()
                .withPhase("Running")
                .withQosClass("BestEffort")
                .withContainerStatuses(status(name, "a"), status(name, "b"))
                .endStatus()
                .build();
    }

    private static io.fabric8.kubernetes.api.model.ContainerStatus status(String pod, String container) {
        return new ContainerStatusBuilder()
                .withName(container)
                .withContainerID("containerd://" + pod + container)
                .withReady(true)
                .withRestartCount(0)
                .withImage("none")
                .withImageID("none")
                .withNewState()
                .withNewRunning()
                .endRunning()
                .endState()
                .build();
    }

    /** Groups of a pod, the pod's own first. */
    static List<String> groups(Pod pod) {
        String name = pod.getMetadata().getName();
        String group = "kubepods/besteffort/pod" + pod.getMetadata().getUid();
        return List.of(group, group + "/" + name + "a", group + "/" + name + "b");
    }
}
