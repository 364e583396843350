package io.koordbridge.kube.feed;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Remembers that the server of a test, which names no encoding, does not speak that of the feed. */
record RefusedSink<T extends HasMetadata>(AtomicBoolean refused) implements FeedSink<T> {

    @Override
    public void listing() {}

    @Override
    public void put(T object) {}

    @Override
    public void remove(@Nullable String namespace, String name) {}

    @Override
    public void listed() {}

    @Override
    public void unsupported() {
        refused.set(true);
    }
}
