package io.koordbridge.capacity.batchresource;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the batch capacity of a node depends on.
 *
 * @param allocatable zero when the node shows none
 * @param allocatableShown whether the node shows any allocatable resource
 * @param annotationReserved reservation annotation, zero when there is none and never was a good one
 * @param usage null when there is no NodeMetric
 */
public record NodeSnapshot(
        String name,
        CpuMemory capacity,
        CpuMemory allocatable,
        boolean allocatableShown,
        CpuMemory annotationReserved,
        List<PodDemand> pods,
        @Nullable NodeUsage usage) {

    public NodeSnapshot {
        pods = List.copyOf(pods);
    }

    /** The same node, where the system is expected to use more than it was measured to. */
    public NodeSnapshot expectingMore(CpuMemory more) {
        NodeUsage measured = usage;
        return measured == null
                ? this
                : with(pods, measured.with(measured.system().plus(more), measured.prodReclaimable(), measured.pods()));
    }

    /** The same node with other pods and another report. */
    public NodeSnapshot with(List<PodDemand> newPods, NodeUsage newUsage) {
        return new NodeSnapshot(name, capacity, allocatable, allocatableShown, annotationReserved, newPods, newUsage);
    }
}
