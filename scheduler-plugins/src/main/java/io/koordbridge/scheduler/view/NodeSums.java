package io.koordbridge.scheduler.view;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.resource.ResourceVector;
import java.util.Collection;

/**
 * What the pods of a node request together.
 *
 * @param request what they request
 * @param nonZero the same with assumed requests for containers that ask for nothing
 */
@PureCore
record NodeSums(ResourceVector request, ResourceVector nonZero) {

    static final NodeSums EMPTY = new NodeSums(ResourceVector.EMPTY, ResourceVector.EMPTY);

    static NodeSums of(Collection<PodFacts> pods) {
        NodeSums sums = EMPTY;
        for (PodFacts pod : pods) {
            sums = sums.plus(pod);
        }
        return sums;
    }

    NodeSums plus(PodFacts pod) {
        return new NodeSums(
                request.plus(pod.request()), nonZero.plus(pod.shape().nonZeroRequest()));
    }

    /** Without one pod; saturated sums cannot be undone and are added up again. */
    NodeSums minus(PodFacts pod, Collection<PodFacts> rest) {
        return request.saturated() || nonZero.saturated()
                ? of(rest)
                : new NodeSums(
                        request.minus(pod.request()), nonZero.minus(pod.shape().nonZeroRequest()));
    }

    /** Of two groups of pods together. */
    NodeSums plus(NodeSums other) {
        return new NodeSums(request.plus(other.request), nonZero.plus(other.nonZero));
    }
}
