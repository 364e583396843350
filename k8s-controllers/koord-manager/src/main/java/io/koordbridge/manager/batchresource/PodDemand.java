package io.koordbridge.manager.batchresource;

/**
 * A pod bound to a node, reduced to what the capacity of the node depends on.
 *
 * @param active phase Pending or Running
 * @param highPriority class neither batch nor free
 * @param cpuNotReclaimed QoS LSE: its CPU request counts in full whatever it uses
 * @param requests native cpu and memory
 * @param batchMilliCpu batch-cpu that the pod holds, 0 when it is done
 * @param batchBytes batch-memory that the pod holds, 0 when it is done
 */
public record PodDemand(
        String namespace,
        String name,
        boolean active,
        boolean highPriority,
        boolean cpuNotReclaimed,
        CpuMemory requests,
        long batchMilliCpu,
        long batchBytes) {

    /** Key that the usage of the pod carries too. */
    public String key() {
        return namespace + "/" + name;
    }
}
