package io.koordbridge.kube.listwatch;

import io.fabric8.kubernetes.api.model.HasMetadata;
import org.jspecify.annotations.Nullable;

/** For tests to which objects alone matter. */
interface UpsertStore<T extends HasMetadata> extends ReflectorStore<T> {

    @Override
    default void listing() {}

    @Override
    default void remove(@Nullable String namespace, String name) {}

    @Override
    default void listed() {}

    @Override
    default void unsupported() {}
}
