package io.koordbridge.scheduler.facts.cpus;

import io.koordbridge.protocol.CpuSet;
import java.util.List;

/**
 * How many logical CPUs a pod gets, and which it would rather have.
 *
 * @param count number of CPUs
 * @param bindPolicy {@code FullPCPUs}, {@code SpreadByPCPUs}, or anything else for no wish
 * @param required whether the bind policy must hold
 * @param exclusivePolicy {@code PCPULevel}, {@code NUMANodeLevel}, or anything else for none
 * @param preferred CPUs to take first, those of a reservation
 * @param shares whole CPUs per NUMA node, empty when the node as a whole is asked
 */
public record CpuRequest(
        int count,
        String bindPolicy,
        boolean required,
        String exclusivePolicy,
        CpuSet preferred,
        List<NodeShare> shares) {

    public static final String FULL_PCPUS = "FullPCPUs";
    public static final String SPREAD_BY_PCPUS = "SpreadByPCPUs";
    public static final String PCPU_LEVEL = "PCPULevel";
    public static final String NUMA_NODE_LEVEL = "NUMANodeLevel";

    public CpuRequest {
        shares = List.copyOf(shares);
    }

    /**
     * CPUs of one NUMA node.
     *
     * @param node NUMA id
     * @param count whole CPUs
     */
    public record NodeShare(int node, int count) {}

    boolean isFull() {
        return bindPolicy.equals(FULL_PCPUS);
    }

    boolean isSpread() {
        return bindPolicy.equals(SPREAD_BY_PCPUS);
    }
}
