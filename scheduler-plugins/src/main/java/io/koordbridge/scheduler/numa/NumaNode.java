package io.koordbridge.scheduler.numa;

import io.koordbridge.scheduler.resource.ResourceVector;
import io.koordbridge.scheduler.topology.NumaNodeFacts;
import io.koordbridge.scheduler.topology.NumaTopology;
import io.koordbridge.scheduler.topology.NumaUsage;

/**
 * A node as NUMA alignment sees it.
 *
 * @param facts what the node object says
 * @param usage its topology and what pods hold of it
 * @param known whether it has a NodeResourceTopology
 * @param allocatable what pods may request of the node in total
 * @param requested what its pods request
 */
public record NumaNode(
        NumaNodeFacts facts, NumaUsage usage, boolean known, ResourceVector allocatable, ResourceVector requested) {

    NumaTopology topology() {
        return usage.topology();
    }

    double cpuRatio() {
        return topology().cpuRatio(facts.ratios().amplification());
    }
}
