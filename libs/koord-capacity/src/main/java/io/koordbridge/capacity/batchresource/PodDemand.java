package io.koordbridge.capacity.batchresource;

import io.koordbridge.protocol.PriorityClass;
import java.util.List;

/**
 * A pod bound to a node, reduced to what the capacity of the node depends on.
 *
 * @param active phase Pending or Running
 * @param priority class that counts; a label lowers it only for what batch or mid resources cover, see {@link CountedClass}
 * @param cpuNotReclaimed QoS LSE: its CPU request counts in full whatever it uses
 * @param requests native cpu and memory
 * @param heldBatch batch resources that the pod holds, nothing when it is done
 * @param heldMid mid resources that the pod holds, nothing when it is done
 * @param numaNodes NUMA node of each entry of its resource status, as listed; empty when it is not bound to any
 */
public record PodDemand(
        String namespace,
        String name,
        boolean active,
        PriorityClass priority,
        boolean cpuNotReclaimed,
        CpuMemory requests,
        CpuMemory heldBatch,
        CpuMemory heldMid,
        List<Integer> numaNodes) {

    public PodDemand {
        numaNodes = List.copyOf(numaNodes);
    }

    /** Whether batch capacity is what this pod leaves over: class neither batch nor free. */
    public boolean highPriority() {
        return priority != PriorityClass.BATCH && priority != PriorityClass.FREE;
    }

    /** Whether mid capacity is what this pod leaves over: class neither mid, batch nor free. */
    public boolean aboveMid() {
        return highPriority() && priority != PriorityClass.MID;
    }

    /** Key that the usage of the pod carries too. */
    public String key() {
        return namespace + "/" + name;
    }
}
