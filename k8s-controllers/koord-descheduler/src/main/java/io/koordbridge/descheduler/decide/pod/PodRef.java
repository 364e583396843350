package io.koordbridge.descheduler.decide.pod;

import io.koordbridge.protocol.PureCore;

/**
 * Identity of a pod.
 *
 * @param uid empty where the writer did not name it
 */
@PureCore
public record PodRef(String namespace, String name, String uid) {

    /** Namespace and name, as in messages: {@code ns/name}. */
    public String key() {
        return namespace + "/" + name;
    }
}
