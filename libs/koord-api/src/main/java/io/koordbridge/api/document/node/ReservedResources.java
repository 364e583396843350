package io.koordbridge.api.document.node;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.Map;

/**
 * Resources of a node that are kept from all pods.
 *
 * @param resources amounts, 0 or more of each
 * @param cpus logical CPUs; when there are some, their number replaces the amount of cpu
 * @param applyPolicy as written, empty without one
 */
@PureCore
public record ReservedResources(Map<String, Quantity> resources, CpuSet cpus, String applyPolicy) {

    /** Takes the reservation from allocatable, like an empty policy. */
    static final String DEFAULT = "Default";

    /** Keeps the CPUs and leaves allocatable as it is. */
    static final String ONLY_CPUS = "ReservedCPUsOnly";

    public static final ReservedResources NONE = new ReservedResources(Map.of(), CpuSet.EMPTY, ONLY_CPUS);

    private static final long MILLI_PER_CPU = 1000;

    public ReservedResources {
        resources = Map.copyOf(resources);
    }

    /** What is kept of cpu. */
    public long milliCpu() {
        return cpus.isEmpty() ? Quantities.milli(resources, ResourceNames.CPU) : cpus.size() * MILLI_PER_CPU;
    }

    /** Whether the reservation is to be taken from allocatable; an unknown policy takes nothing. */
    public boolean trimsAllocatable() {
        return applyPolicy.isEmpty() || applyPolicy.equals(DEFAULT);
    }
}
