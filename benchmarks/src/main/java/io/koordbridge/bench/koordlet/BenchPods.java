package io.koordbridge.bench.koordlet;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;

/** Pods of two containers, after two init containers that ended: best-effort ones with batch resources, and latency-sensitive ones. */
final class BenchPods {

    static final int CONTAINERS = 2;
    static final String NAMESPACE = "shop";
    private static final String QOS = "koordinator.sh/qosClass";
    private static final String BEST_EFFORT = "BE";
    private static final String LATENCY_SENSITIVE = "LS";
    private static final Map<String, Quantity> BATCH =
            Map.of("kubernetes.io/batch-cpu", new Quantity("100"), "kubernetes.io/batch-memory", new Quantity("64Mi"));

    private BenchPods() {}

    /** A best-effort pod as a scheduler leaves it. */
    static Pod bound(int number, String node) {
        return bound(number, node, BEST_EFFORT, BATCH);
    }

    /** A latency-sensitive one. */
    static Pod latencySensitive(int number, String node) {
        return bound(number, node, LATENCY_SENSITIVE, Map.of("cpu", new Quantity("100m")));
    }

    private static Pod bound(int number, String node, String qos, Map<String, Quantity> amounts) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace(NAMESPACE)
                .withName("pod-" + number)
                .withUid("00000000-0000-0000-0000-" + String.format("%012d", number))
                .addToLabels(QOS, qos)
                .endMetadata()
                .withNewSpec()
                .withNodeName(node)
                .withInitContainers(List.of(container("i", Map.of()), container("j", Map.of())))
                .withContainers(List.of(container("a", amounts), container("b", amounts)))
                .endSpec()
                .build();
    }

    private static io.fabric8.kubernetes.api.model.Container container(String name, Map<String, Quantity> amounts) {
        return new ContainerBuilder()
                .withName(name)
                .withImage("example.invalid/none")
                .withNewResources()
                .withRequests(amounts)
                .withLimits(amounts)
                .endResources()
                .build();
    }

    /** The same as the kubelet leaves it. */
    static Pod running(Pod bound) {
        String name = bound.getMetadata().getName();
        return new PodBuilder(bound)
                .withNewStatus()
                .withPhase("Running")
                .withQosClass(isBestEffort(bound) ? "BestEffort" : "Burstable")
                .withInitContainerStatuses(ended(name, "i"), ended(name, "j"))
                .withContainerStatuses(running(name, "a"), running(name, "b"))
                .endStatus()
                .build();
    }

    private static ContainerStatus running(String pod, String container) {
        return status(pod, container)
                .withReady(true)
                .withNewState()
                .withNewRunning()
                .endRunning()
                .endState()
                .build();
    }

    private static ContainerStatus ended(String pod, String container) {
        return status(pod, container)
                .withReady(false)
                .withNewState()
                .withNewTerminated()
                .withExitCode(0)
                .endTerminated()
                .endState()
                .build();
    }

    private static ContainerStatusBuilder status(String pod, String container) {
        return new ContainerStatusBuilder()
                .withName(container)
                .withContainerID("containerd://" + pod + container)
                .withRestartCount(0)
                .withImage("none")
                .withImageID("none");
    }

    private static boolean isBestEffort(Pod pod) {
        return BEST_EFFORT.equals(pod.getMetadata().getLabels().get(QOS));
    }

    /** Groups of a pod, the pod's own first. */
    static List<String> groups(Pod pod) {
        String name = pod.getMetadata().getName();
        String tier = isBestEffort(pod) ? "besteffort" : "burstable";
        String group = "kubepods/" + tier + "/pod" + pod.getMetadata().getUid();
        return List.of(group, group + "/" + name + "a", group + "/" + name + "b");
    }
}
