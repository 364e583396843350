package io.koordbridge.scheduler.view;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.numa.PodNuma;
import io.koordbridge.scheduler.facts.resource.ResourceVector;

/**
 * All that filters and scores read of a pod. Pods of one owner have equal shapes, so an answer about one of them holds for all.
 *
 * @param request what it requests
 * @param nonZeroRequest the same with 100 milli-cores and 200 MiB for each container that asks for no cpu or no memory
 * @param sequentialRequest nonZeroRequest as some scores count it: init containers and sidecars in the order of their
 *     declaration after all containers
 * @param numa its wishes and holdings of CPUs and NUMA nodes
 * @param traits what capabilities read beside that
 */
@PureCore
public record PodShape(
        ResourceVector request,
        ResourceVector nonZeroRequest,
        ResourceVector sequentialRequest,
        PodNuma numa,
        PodTraits traits) {

    PodShape with(PodNuma given) {
        return new PodShape(request, nonZeroRequest, sequentialRequest, given, traits);
    }

    PodShape with(PodTraits other) {
        return new PodShape(request, nonZeroRequest, sequentialRequest, numa, other);
    }
}
