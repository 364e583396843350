package io.koordbridge.kube.listwatch;

import io.fabric8.kubernetes.api.model.HasMetadata;
import org.jspecify.annotations.Nullable;

/** Takes over objects on the feed's thread: must return fast. */
public interface ReflectorStore<T extends HasMetadata> {

    /** A whole list begins: what is not put until {@link #listed} is gone. */
    void listing();

    /** An object exists in this form; fields that capacity does not depend on are missing. */
    void put(T object);

    /**
     * An object is gone.
     *
     * @param namespace null or empty for kinds without
     */
    void remove(@Nullable String namespace, String name);

    /**
     * An object exists that cannot be decoded, which was logged: what is known of it stays. Only of kinds in JSON.
     *
     * @param namespace empty for kinds without
     * @param problem what the decoder says
     */
    default void unreadable(String namespace, String name, String problem) {}

    /** The list is complete. */
    void listed();

    /** The server does not speak the encoding of the feed, which has ended; what it put stays. */
    void unsupported();
}
