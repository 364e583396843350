package io.koordbridge.kube.feed;

import io.fabric8.kubernetes.api.model.Pod;

/** Takes over pods on the feed's thread: must return fast. */
public interface PodSink {

    /** A whole list begins: what is not put until {@link #listed} is gone. */
    void listing();

    /** A pod exists in this form; fields that capacity does not depend on are missing. */
    void put(Pod pod);

    /** A pod is gone. */
    void remove(String namespace, String name);

    /** The list is complete. */
    void listed();

    /** The server does not speak the binary encoding; the feed has ended and nothing was put. */
    void unsupported();
}
