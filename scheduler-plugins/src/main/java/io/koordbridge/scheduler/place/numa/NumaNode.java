package io.koordbridge.scheduler.place.numa;

import io.koordbridge.scheduler.facts.numa.NumaNodeFacts;
import io.koordbridge.scheduler.facts.numa.NumaTopology;
import io.koordbridge.scheduler.facts.numa.NumaUsage;
import io.koordbridge.scheduler.facts.resource.ResourceVector;

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
