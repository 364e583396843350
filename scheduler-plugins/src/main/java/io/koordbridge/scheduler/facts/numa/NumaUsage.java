package io.koordbridge.scheduler.facts.numa;

import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.facts.cpus.HeldCpus;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the pods of a node hold of its NUMA nodes; scheduler specification section 7. It is made of the pods and the topology at
 * one moment, so a topology that arrives late or changes loses no pod.
 *
 * @param topology the node's
 * @param cpus CPUs that pods hold, those of the topology only
 * @param allocated amounts by NUMA id
 * @param single NUMA nodes that hold CPUs of pods which have CPUs of this node only
 * @param shared NUMA nodes that hold CPUs of pods which have CPUs of other nodes as well
 */
@PureCore
public record NumaUsage(
        NumaTopology topology, HeldCpus cpus, NumaQuantities allocated, NumaSet single, NumaSet shared) {

    private static final long MILLI_PER_CPU = 1000;

    /** How many pods may hold one CPU. */
    private static final int MAX_REF_COUNT = 1;

    /** Usage of a NUMA node by pods with CPUs of their own. */
    public enum Status {
        IDLE,
        /** Each of its pods is on no other NUMA node. */
        SINGLE,
        SHARED
    }

    /** The sum over pods. */
    public static NumaUsage of(NumaTopology topology, Collection<NumaHolding> pods) {
        CpuSet known = topology.layout().cpus();
        HeldCpus cpus = HeldCpus.NONE;
        NumaQuantities allocated = NumaQuantities.NONE;
        long single = 0;
        long shared = 0;
        for (NumaHolding pod : pods) {
            CpuSet own = pod.cpus().intersection(known);
            cpus = own.isEmpty() ? cpus : cpus.plus(own, pod.exclusivePolicy());
            allocated = pod.quantities().isEmpty() ? allocated : allocated.plus(pod.quantities());
            NumaSet nodes = nodes(topology, own);
            single |= nodes.size() == 1 ? nodes.mask() : 0;
            shared |= nodes.size() > 1 ? nodes.mask() : 0;
        }
        return new NumaUsage(topology, cpus, allocated, new NumaSet(single), new NumaSet(shared));
    }

    private static NumaSet nodes(NumaTopology topology, CpuSet cpus) {
        long mask = 0;
        for (int cpu : cpus.numbers()) {
            mask |= 1L << topology.layout().nodeOf(cpu);
        }
        return new NumaSet(mask);
    }

    /** The status of a NUMA node. */
    public Status status(int node) {
        if (shared.contains(node)) {
            return Status.SHARED;
        }
        return single.contains(node) ? Status.SINGLE : Status.IDLE;
    }

    /**
     * Whether a pod that does not share NUMA nodes may have them: one of which no pod has CPUs beside those of another, or several of which
     * no pod has all its CPUs on one; scheduler specification section 11.6.
     */
    public boolean keepsApart(NumaSet nodes) {
        return !nodes.intersects(nodes.size() > 1 ? single.minus(shared) : shared);
    }

    /** CPUs that a pod may get. */
    public CpuSet availableCpus() {
        return cpus.available(topology.layout(), topology.reserved(), MAX_REF_COUNT);
    }

    /** Amounts that a pod may get, by NUMA id, in the units of an amplified node. */
    public NumaQuantities available(Map<String, Double> nodeRatios) {
        SortedMap<Integer, ResourceVector> available = new TreeMap<>();
        topology.amplified(nodeRatios)
                .byNode()
                .forEach((node, zone) -> available.put(node, zone.minusClipped(allocated(node, nodeRatios))));
        return NumaQuantities.of(available);
    }

    /** Amounts that pods hold on a NUMA node, in the units of an amplified node: CPUs of their own count with the ratio. */
    public ResourceVector allocated(int node, Map<String, Double> nodeRatios) {
        ResourceVector held = allocated.of(node);
        double ratio = topology.cpuRatio(nodeRatios);
        if (ratio <= 1 || !allocated.ids().contains(node)) {
            return held;
        }
        long own = cpus.cpus().intersection(topology.layout().cpusOfNode(node)).size() * MILLI_PER_CPU;
        long more = NumaTopology.amplify(own, ratio) - own;
        return held.plus(ResourceVector.of(Map.of(ResourceNames.CPU, more)));
    }
}
