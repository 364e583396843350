package io.koordbridge.koordlet.kubepods;

import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.QosClass;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The little that the agent needs of a pod.
 *
 * @param uid as in the names of its control groups
 * @param labelQos class of the label, NONE without one
 * @param qos class of the label, else by the Kubernetes QoS
 * @param priorityClass with defaults
 * @param finished Succeeded or Failed
 * @param containers containers and init containers with an id
 * @param batchRequestMilliCpu sum over containers and sidecars
 * @param batch batch resources by container; empty when the pod has none
 * @param cpus CPUs that the scheduler gave the pod; empty without any
 * @param placedByScheduler whether the scheduler chose CPUs or NUMA nodes
 */
public record PodInfo(
        String namespace,
        String name,
        String uid,
        QosClass labelQos,
        QosClass qos,
        KubeQos kubeQos,
        PriorityClass priorityClass,
        boolean finished,
        List<ContainerInfo> containers,
        long batchRequestMilliCpu,
        Optional<Map<String, BatchAmounts>> batch,
        CpuSet cpus,
        boolean placedByScheduler) {

    public PodInfo {
        containers = List.copyOf(containers);
        batch = batch.map(Map::copyOf);
    }

    /** Best-effort for the agent: labelled BE, or BestEffort for Kubernetes. */
    public boolean isBestEffort() {
        return labelQos == QosClass.BE || kubeQos == KubeQos.BEST_EFFORT;
    }

    /** {@code namespace/name}. */
    public String fullName() {
        return namespace + "/" + name;
    }
}
