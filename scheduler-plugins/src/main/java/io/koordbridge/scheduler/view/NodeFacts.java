package io.koordbridge.scheduler.view;

import io.koordbridge.api.nodecheck.NodeTraits;
import io.koordbridge.scheduler.facts.node.NodeRatios;
import io.koordbridge.scheduler.facts.node.ReservationRule;
import io.koordbridge.scheduler.facts.numa.NumaNodeFacts;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.util.List;

/**
 * What scheduling needs of a node object.
 *
 * @param name node name
 * @param published allocatable as the node shows it, deprecated names replaced
 * @param reservation rule in force
 * @param reserved what the rule takes from allocatable
 * @param allowedPods how many pods it takes
 * @param ratios cpu ratios
 * @param numa labels about NUMA nodes and CPU binding
 * @param traits labels, taints and whether it is cordoned
 * @param problems annotations that could not be used, for people
 */
public record NodeFacts(
        String name,
        ResourceVector published,
        ReservationRule reservation,
        ResourceVector reserved,
        long allowedPods,
        NodeRatios ratios,
        NumaNodeFacts numa,
        NodeTraits traits,
        List<String> problems) {

    public NodeFacts {
        problems = List.copyOf(problems);
    }

    /** What pods may request in total: published without what is reserved. */
    public ResourceVector allocatable() {
        return published.minusClipped(reserved);
    }
}
