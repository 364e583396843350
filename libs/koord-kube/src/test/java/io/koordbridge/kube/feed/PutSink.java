package io.koordbridge.kube.feed;

import io.fabric8.kubernetes.api.model.HasMetadata;
import org.jspecify.annotations.Nullable;

/** For tests to which objects alone matter. */
interface PutSink<T extends HasMetadata> extends FeedSink<T> {

    @Override
    default void listing() {}

    @Override
    default void remove(@Nullable String namespace, String name) {}

    @Override
    default void listed() {}

    @Override
    default void unsupported() {}
}
