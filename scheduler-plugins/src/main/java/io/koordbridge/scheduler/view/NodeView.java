package io.koordbridge.scheduler.view;

import io.koordbridge.api.nodecheck.NodeCheck;
import io.koordbridge.api.nodecheck.NodeRoom;
import io.koordbridge.scheduler.facts.numa.NumaUsage;
import io.koordbridge.scheduler.facts.resource.ResourceVector;

/**
 * A node with everything that is on it or on its way to it.
 *
 * @param facts the node
 * @param allocatable what pods may request in total
 * @param taken by bound and assumed pods
 * @param assumed the part of requested that is not confirmed by the API server's events yet
 * @param placed bound and assumed pods
 * @param numa what pods hold of its CPUs and NUMA nodes
 * @param topologyKnown whether it has a NodeResourceTopology
 * @param objects what capabilities have read of its other objects
 * @param answers what was asked about this snapshot
 */
public record NodeView(
        NodeFacts facts,
        ResourceVector allocatable,
        NodeSums taken,
        ResourceVector assumed,
        PlacedPods placed,
        NumaUsage numa,
        boolean topologyKnown,
        NodeObjects objects,
        RememberedAnswers answers) {

    /** Node name. */
    public String name() {
        return facts.name();
    }

    /** What its pods request. */
    public ResourceVector requested() {
        return taken.request();
    }

    /** What a further pod can have. */
    public NodeRoom room() {
        return new NodeRoom(free(), facts.allowedPods() - placed.size(), taken.hostPorts());
    }

    /** Whether kube-scheduler's own checks of a node let the pod on it. */
    public boolean hasPlainRoom(PodFacts pod) {
        return NodeCheck.obstacles(pod.constraints(), facts.traits()).isEmpty()
                && NodeCheck.shortages(pod.request(), pod.constraints(), room()).isEmpty();
    }

    /** What a score counts as taken: native resources with assumed requests, all others as requested. */
    public long used(String resource) {
        return ResourceVector.isNative(resource)
                ? taken.nonZero().get(resource)
                : taken.request().get(resource);
    }

    /**
     * The same node for a reader that has to see more of it taken; nothing is remembered of it.
     *
     * @param kept what is taken beside its pods
     * @param numaNow what is taken of its CPUs and NUMA nodes
     * @param sight what else the reader has to know
     */
    public <T> NodeView with(ResourceVector kept, NumaUsage numaNow, Class<T> type, T sight) {
        return new NodeView(
                        facts,
                        allocatable,
                        new NodeSums(taken.request().plus(kept), taken.nonZero().plus(kept), taken.hostPorts()),
                        assumed,
                        placed,
                        numaNow,
                        topologyKnown,
                        objects,
                        answers)
                .with(type, sight);
    }

    /** The same node for a reader that has to know something else of it; nothing is remembered of it. */
    public <T> NodeView with(Class<T> type, T sight) {
        return new NodeView(
                facts,
                allocatable,
                taken,
                assumed,
                placed,
                numa,
                topologyKnown,
                objects.with(type, sight),
                new RememberedAnswers());
    }

    /** What is left to request. */
    public ResourceVector free() {
        return allocatable.minusClipped(requested());
    }
}
