package io.koordbridge.scheduler.facts.numa;

import io.koordbridge.protocol.CpuSet;

/**
 * What a pod holds of a node's NUMA nodes.
 *
 * @param cpus CPUs of its own
 * @param exclusivePolicy how exclusive they are, empty for not at all
 * @param quantities amounts by NUMA id
 */
public record NumaHolding(CpuSet cpus, String exclusivePolicy, NumaQuantities quantities) {

    public static final NumaHolding NONE = new NumaHolding(CpuSet.EMPTY, "", NumaQuantities.NONE);

    /** Whether the pod holds anything. */
    public boolean isEmpty() {
        return cpus.isEmpty() && quantities.isEmpty();
    }
}
