package io.koordbridge.scheduler.view;

import io.koordbridge.scheduler.resource.ResourceVector;
import io.koordbridge.scheduler.topology.PodNuma;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What scheduling needs of a pod.
 *
 * @param uid unique id, empty in a request that carries none
 * @param nodeName where it is bound, null when it is not
 * @param terminated whether it is done and holds nothing any more
 * @param request what it requests
 * @param nonZeroRequest the same with 100 milli-cores and 200 MiB for each container that asks for no cpu or no memory
 * @param sequentialRequest nonZeroRequest as some scores count it: init containers and sidecars in the order of their
 *     declaration after all containers
 * @param numa its wishes and holdings of CPUs and NUMA nodes
 * @param missingAnnotations what the Binding of the pod has to add
 */
public record PodFacts(
        String uid,
        String namespace,
        String name,
        @Nullable String nodeName,
        boolean terminated,
        ResourceVector request,
        ResourceVector nonZeroRequest,
        ResourceVector sequentialRequest,
        PodNuma numa,
        Map<String, String> missingAnnotations) {

    public PodFacts {
        missingAnnotations = Map.copyOf(missingAnnotations);
    }

    /** The pod with what it gets on a node, and the annotations that say so. */
    public PodFacts with(PodNuma given, Map<String, String> annotations) {
        Map<String, String> all = new HashMap<>(missingAnnotations);
        all.putAll(annotations);
        return new PodFacts(
                uid, namespace, name, nodeName, terminated, request, nonZeroRequest, sequentialRequest, given, all);
    }

    /** Namespace and name. */
    public String key() {
        return namespace + "/" + name;
    }

    /** Whether it counts on a node. */
    public boolean holdsCapacity() {
        return nodeName != null && !terminated;
    }
}
