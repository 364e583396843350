package io.koordbridge.scheduler.view;

import io.koordbridge.protocol.CpuSet;
import io.koordbridge.scheduler.resource.ResourceVector;

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
 * @param exclusiveCpus cpus held exclusively
 */
public record NodeView(
        NodeFacts facts,
        ResourceVector allocatable,
        ResourceVector requested,
        ResourceVector nonZeroRequested,
        ResourceVector assumed,
        int pods,
        int assumedPods,
        CpuSet exclusiveCpus) {

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
