package io.koordbridge.scheduler.facts.numa;

import io.koordbridge.scheduler.facts.node.NodeRatios;

/**
 * What a node object says of NUMA alignment and CPU binding.
 *
 * @param policy NUMA policy of its label
 * @param bindPolicy CPU bind policy of its label, as it is written
 * @param strategy which NUMA node is preferred, as its label is written, empty for the default
 * @param ratios amplification
 */
public record NumaNodeFacts(NumaPolicy policy, String bindPolicy, String strategy, NodeRatios ratios) {

    public static final String FULL_PCPUS_ONLY = "FullPCPUsOnly";
    public static final String SPREAD_BY_PCPUS = "SpreadByPCPUs";
    private static final String MOST_ALLOCATED = "MostAllocated";

    /** The NUMA policy in force: the kubelet's where it reports one, else the label's. */
    public NumaPolicy policy(NumaTopology topology) {
        return topology.kubeletPolicy() == NumaPolicy.NONE ? policy : topology.kubeletPolicy();
    }

    /** The CPU bind policy in force: FullPCPUsOnly, SpreadByPCPUs, or empty. */
    public String bindPolicy(NumaTopology topology) {
        if (topology.kubeletFullCores() || bindPolicy.equals(FULL_PCPUS_ONLY)) {
            return FULL_PCPUS_ONLY;
        }
        return bindPolicy.equals(SPREAD_BY_PCPUS) ? SPREAD_BY_PCPUS : "";
    }

    /** Whether the NUMA node with the fewest free CPUs is preferred. */
    public boolean prefersMostAllocated(boolean byDefault) {
        return strategy(byDefault).equals(MOST_ALLOCATED);
    }

    /** Which NUMA node is preferred: the label as it is written, else the default. */
    public String strategy(boolean mostByDefault) {
        if (!strategy.isEmpty()) {
            return strategy;
        }
        return mostByDefault ? MOST_ALLOCATED : "LeastAllocated";
    }
}
