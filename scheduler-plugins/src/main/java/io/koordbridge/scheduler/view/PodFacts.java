package io.koordbridge.scheduler.view;

import io.koordbridge.protocol.CpuSet;
import io.koordbridge.scheduler.resource.ResourceVector;
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
 * @param cpuset logical CPUs that it holds exclusively
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
        CpuSet cpuset,
        Map<String, String> missingAnnotations) {

    public PodFacts {
        missingAnnotations = Map.copyOf(missingAnnotations);
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
