package io.koordbridge.scheduler.view;

import io.koordbridge.api.nodecheck.HostPort;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * What the pods of a node take together.
 *
 * @param request what they request
 * @param nonZero the same with assumed requests for containers that ask for nothing
 * @param hostPorts ports of the node
 */
@PureCore
public record NodeSums(ResourceVector request, ResourceVector nonZero, Set<HostPort> hostPorts) {

    static final NodeSums EMPTY = new NodeSums(ResourceVector.EMPTY, ResourceVector.EMPTY, Set.of());

    public NodeSums {
        hostPorts = Set.copyOf(hostPorts);
    }

    static NodeSums of(Collection<PodFacts> pods) {
        NodeSums sums = EMPTY;
        for (PodFacts pod : pods) {
            sums = sums.plus(pod);
        }
        return sums;
    }

    NodeSums plus(PodFacts pod) {
        return new NodeSums(
                request.plus(pod.request()),
                nonZero.plus(pod.shape().nonZeroRequest()),
                union(hostPorts, pod.constraints().hostPorts()));
    }

    /** Without one pod; saturated sums, and ports that two pods may share, cannot be undone and are added up again. */
    NodeSums minus(PodFacts pod, Collection<PodFacts> rest) {
        boolean again = request.saturated()
                || nonZero.saturated()
                || !pod.constraints().hostPorts().isEmpty();
        return again
                ? of(rest)
                : new NodeSums(
                        request.minus(pod.request()), nonZero.minus(pod.shape().nonZeroRequest()), hostPorts);
    }

    /** Of two groups of pods together. */
    NodeSums plus(NodeSums other) {
        return new NodeSums(
                request.plus(other.request), nonZero.plus(other.nonZero), union(hostPorts, other.hostPorts));
    }

    private static Set<HostPort> union(Set<HostPort> one, Set<HostPort> other) {
        if (other.isEmpty()) {
            return one;
        }
        Set<HostPort> all = new HashSet<>(one);
        all.addAll(other);
        return all;
    }
}
