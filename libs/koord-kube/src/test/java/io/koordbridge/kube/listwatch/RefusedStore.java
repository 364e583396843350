package io.koordbridge.kube.listwatch;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.concurrent.atomic.AtomicBoolean;

/** Remembers that the server of a test, which names no encoding, does not speak that of the feed. */
record RefusedStore<T extends HasMetadata>(AtomicBoolean refused) implements UpsertStore<T> {

    @Override
    public void put(T object) {}

    @Override
    public void unsupported() {
        refused.set(true);
    }
}
