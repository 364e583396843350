package io.koordbridge.scheduler.bind;

/**
 * What the scheduler asks for.
 *
 * @param namespace namespace of the pod
 * @param name name of the pod
 * @param uid unique id of the pod, empty when the caller does not know it
 * @param node where to
 */
public record BindRequest(String namespace, String name, String uid, String node) {

    /** Namespace and name of the pod. */
    public String podKey() {
        return namespace + "/" + name;
    }
}
