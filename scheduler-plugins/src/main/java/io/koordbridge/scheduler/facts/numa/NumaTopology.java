package io.koordbridge.scheduler.facts.numa;

import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.facts.cpus.CpuLayout;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the NodeResourceTopology of a node means for scheduling; scheduler specification section 6.
 *
 * @param layout its logical CPUs, empty when they are not known
 * @param reserved CPUs that no pod gets
 * @param kubeletPolicy policy that the kubelet reports
 * @param kubeletFullCores whether the kubelet gives whole cores only
 * @param zones allocatable amounts by NUMA id, without reserved CPUs
 * @param ratios amplification by resource when the zones are amplified already, else null
 * @param problems what could not be used, for people
 */
@PureCore
public record NumaTopology(
        CpuLayout layout,
        CpuSet reserved,
        NumaPolicy kubeletPolicy,
        boolean kubeletFullCores,
        NumaQuantities zones,
        @Nullable Map<String, Double> ratios,
        List<String> problems) {

    /** The node has no such object. */
    public static final NumaTopology NONE = new NumaTopology(
            CpuLayout.EMPTY, CpuSet.EMPTY, NumaPolicy.NONE, false, NumaQuantities.NONE, null, List.of());

    public NumaTopology {
        ratios = ratios == null ? null : Map.copyOf(ratios);
        problems = List.copyOf(problems);
    }

    /** The same with only these CPUs to give away. */
    public NumaTopology onlyWith(CpuSet cpus) {
        CpuSet kept = reserved.union(layout.cpus().minus(cpus));
        return new NumaTopology(layout, kept, kubeletPolicy, kubeletFullCores, zones, ratios, problems);
    }

    /** The amplification in force: that of the topology, else that of the node. */
    public Map<String, Double> ratiosInForce(Map<String, Double> ofNode) {
        return ratios == null ? ofNode : ratios;
    }

    /** The CPU amplification in force, 1 without one. */
    public double cpuRatio(Map<String, Double> ofNode) {
        return ratiosInForce(ofNode).getOrDefault(ResourceNames.CPU, 1.0);
    }

    /** The zones in the units of an amplified node. */
    public NumaQuantities amplified(Map<String, Double> ofNode) {
        if (ratios != null || ofNode.isEmpty()) {
            return zones;
        }
        SortedMap<Integer, ResourceVector> amplified = new TreeMap<>();
        zones.byNode().forEach((node, amounts) -> {
            SortedMap<String, Long> larger = new TreeMap<>(amounts.amounts());
            larger.replaceAll((name, amount) -> amplify(amount, ofNode.getOrDefault(name, 1.0)));
            amplified.put(node, ResourceVector.of(larger));
        });
        return NumaQuantities.of(amplified);
    }

    /** An amount in the units of an amplified node. */
    public static long amplify(long amount, double ratio) {
        return ratio > 1 && amount != 0 ? (long) Math.ceil(amount * ratio) : amount;
    }
}
