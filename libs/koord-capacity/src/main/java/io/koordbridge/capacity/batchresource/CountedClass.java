package io.koordbridge.capacity.batchresource;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.pod.PodClassification;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;

/**
 * The class that a pod counts with in the capacity of its node; manager specification section 8.3, product design 3.32. Anyone who
 * makes a pod chooses its labels, so the labels of priority class and QoS hide no plain request: where plain cpu or memory exceeds
 * what the pod holds of the resources of its class, the pod counts with the class of {@code spec.priority}, which is prod outside
 * all bands. It then counts whole, with all its plain requests and all its usage, as it does without the labels: how much of its
 * usage belongs to the covered part is not known. A pod whose {@code spec.priority} itself is in a lower band keeps that class.
 */
@PureCore
final class CountedClass {

    private CountedClass() {}

    /**
     * The class.
     *
     * @param plain requests of cpu and memory
     * @param batch batch resources that the pod holds
     * @param mid mid resources that the pod holds
     */
    static PriorityClass of(Pod pod, CpuMemory plain, CpuMemory batch, CpuMemory mid) {
        PriorityClass shown = PodClassification.priorityClass(pod);
        if (shown == PriorityClass.PROD || shown == PriorityClass.NONE) {
            return shown;
        }
        CpuMemory covered = shown == PriorityClass.MID ? mid : batch;
        if (plain.max(covered).equals(covered)) {
            return shown;
        }
        PriorityClass byValue = PriorityClass.ofValue(
                pod.getSpec() == null ? null : pod.getSpec().getPriority());
        PriorityClass higher = byValue == PriorityClass.NONE ? PriorityClass.PROD : byValue;
        return higher.compareTo(shown) < 0 ? higher : shown;
    }
}
