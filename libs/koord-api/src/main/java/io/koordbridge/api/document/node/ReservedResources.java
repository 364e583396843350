package io.koordbridge.api.document.node;

import com.fasterxml.jackson.annotation.JsonAlias;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.Map;
import java.util.Objects;

/**
 * Resources of a node that are kept from all pods.
 *
 * @param resources amounts, 0 or more of each
 * @param cpus logical CPUs; when there are some, their number replaces the amount of cpu
 * @param applyPolicy as written, empty without one
 */
@PureCore
public record ReservedResources(
        Map<String, Quantity> resources,
        @JsonAlias("reservedCPUs") CpuSet cpus,
        String applyPolicy) {

    /** Takes the reservation from allocatable, like an empty policy. */
    static final String DEFAULT = "Default";

    /** Keeps the CPUs and leaves allocatable as it is. */
    static final String ONLY_CPUS = "ReservedCPUsOnly";

    private static final long MILLI_PER_CPU = 1000;

    public ReservedResources {
        // The agent's file of an earlier release has null for each that is absent.
        resources = Map.copyOf(Objects.requireNonNullElse(resources, Map.of()));
        cpus = Objects.requireNonNullElse(cpus, CpuSet.EMPTY);
        applyPolicy = Objects.requireNonNullElse(applyPolicy, "");
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
