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
 * @param terminated whether it is done and has released everything
 * @param constrained whether it has affinity or spread constraints, so that kube-scheduler has to see every node it fits on
 * @param shape what filters and scores read of it
 * @param missingAnnotations what the Binding of the pod has to add
 */
public record PodFacts(
        String uid,
        String namespace,
        String name,
        @Nullable String nodeName,
        boolean terminated,
        boolean constrained,
        PodShape shape,
        Map<String, String> missingAnnotations) {

    public PodFacts {
        missingAnnotations = Map.copyOf(missingAnnotations);
    }

    /** The pod with what it gets on a node, and the annotations that say so. */
    public PodFacts with(PodNuma given, Map<String, String> annotations) {
        Map<String, String> all = new HashMap<>(missingAnnotations);
        all.putAll(annotations);
        return new PodFacts(uid, namespace, name, nodeName, terminated, constrained, shape.with(given), all);
    }

    /** The same pod with an equal shape. */
    PodFacts with(PodShape equal) {
        return new PodFacts(uid, namespace, name, nodeName, terminated, constrained, equal, missingAnnotations);
    }

    /** What it requests. */
    public ResourceVector request() {
        return shape.request();
    }

    /** Its wishes and holdings of CPUs and NUMA nodes. */
    public PodNuma numa() {
        return shape.numa();
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
