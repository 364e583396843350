package io.koordbridge.kube.feed;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.concurrent.atomic.AtomicBoolean;

/** Remembers that the server of a test, which names no encoding, does not speak that of the feed. */
record RefusedSink<T extends HasMetadata>(AtomicBoolean refused) implements PutSink<T> {

    @Override
    public void put(T object) {}

    @Override
    public void unsupported() {
        refused.set(true);
    }
}
