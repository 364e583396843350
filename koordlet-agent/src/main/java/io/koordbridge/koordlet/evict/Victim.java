package io.koordbridge.koordlet.evict;

/**
 * A pod or a YARN container that may be evicted.
 *
 * @param id uid of a pod, id of a YARN container
 * @param namespace of a pod; empty for a YARN container
 */
public record Victim(Kind kind, String id, String namespace, String name) {

    /** Who ends it. */
    public enum Kind {
        POD,
        YARN_CONTAINER
    }

    /** A pod. */
    public static Victim pod(String uid, String namespace, String name) {
        return new Victim(Kind.POD, uid, namespace, name);
    }

    /** A YARN container. */
    public static Victim container(String id) {
        return new Victim(Kind.YARN_CONTAINER, id, "", id);
    }

    /** {@code namespace/name} of a pod, the id of a container. */
    public String fullName() {
        return kind == Kind.POD ? namespace + "/" + name : id;
    }
}
