package io.koordbridge.scheduler.view;

import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.resource.ResourceVector;
import java.util.Collection;

/**
 * What the pods of a node hold together.
 *
 * @param request what they request
 * @param nonZero the same with assumed requests for containers that ask for nothing
 * @param cpus cpus held exclusively
 */
@PureCore
record NodeSums(ResourceVector request, ResourceVector nonZero, CpuSet cpus) {

    static final NodeSums EMPTY = new NodeSums(ResourceVector.EMPTY, ResourceVector.EMPTY, CpuSet.EMPTY);

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
                nonZero.plus(pod.nonZeroRequest()),
                pod.cpuset().isEmpty() ? cpus : cpus.union(pod.cpuset()));
    }

    /** Without one pod. Sums that cannot be undone are added up again: saturated ones, and cpus, which two pods may share. */
    NodeSums minus(PodFacts pod, Collection<PodFacts> rest) {
        return request.saturated() || nonZero.saturated() || !pod.cpuset().isEmpty()
                ? of(rest)
                : new NodeSums(request.minus(pod.request()), nonZero.minus(pod.nonZeroRequest()), cpus);
    }

    /** Of two groups of pods together. */
    NodeSums plus(NodeSums other) {
        return new NodeSums(
                request.plus(other.request),
                nonZero.plus(other.nonZero),
                other.cpus.isEmpty() ? cpus : cpus.union(other.cpus));
    }
}
