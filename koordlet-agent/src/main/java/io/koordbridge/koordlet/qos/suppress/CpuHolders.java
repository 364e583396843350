package io.koordbridge.koordlet.qos.suppress;

import io.koordbridge.koordlet.topology.Processor;
import io.koordbridge.protocol.CpuSet;
import java.util.List;

/**
 * Who holds which CPUs.
 *
 * @param processors all logical CPUs that pods may use
 * @param reserved kept from all pods
 * @param systemExclusive CPUs of the system class that no other pod may use
 * @param latencySensitiveExclusive cpusets of LSE pods
 * @param latencySensitiveReserved cpusets of LSR pods
 */
public record CpuHolders(
        List<Processor> processors,
        CpuSet reserved,
        CpuSet systemExclusive,
        CpuSet latencySensitiveExclusive,
        CpuSet latencySensitiveReserved) {

    public CpuHolders {
        processors = List.copyOf(processors);
    }

    CpuSet all() {
        return CpuSet.of(processors.stream().map(Processor::cpu).toList());
    }
}
