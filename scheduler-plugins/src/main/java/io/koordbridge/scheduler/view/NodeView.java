package io.koordbridge.scheduler.view;

import io.koordbridge.scheduler.resource.ResourceVector;
import io.koordbridge.scheduler.topology.NumaUsage;

/**
 * A node with everything that is on it or on its way to it.
 *
 * @param facts the node
 * @param allocatable what pods may request in total
 * @param requested by bound and assumed pods
 * @param nonZeroRequested the same with assumed requests for containers that ask for nothing
 * @param assumed the part of requested that is not confirmed by the API server's events yet
 * @param pods bound and assumed pods
 * @param assumedPods the assumed ones
 * @param numa what pods hold of its CPUs and NUMA nodes
 * @param topologyKnown whether it has a NodeResourceTopology
 * @param answers what was asked about this snapshot
 */
public record NodeView(
        NodeFacts facts,
        ResourceVector allocatable,
        ResourceVector requested,
        ResourceVector nonZeroRequested,
        ResourceVector assumed,
        int pods,
        int assumedPods,
        NumaUsage numa,
        boolean topologyKnown,
        RememberedAnswers answers) {

    /** Node name. */
    public String name() {
        return facts.name();
    }

    /** What a score counts as taken: native resources with assumed requests, all others as requested. */
    public long used(String resource) {
        return ResourceVector.isNative(resource) ? nonZeroRequested.get(resource) : requested.get(resource);
    }

    /** What is left to request. */
    public ResourceVector free() {
        return allocatable.minusClipped(requested);
    }
}
