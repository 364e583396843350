package io.koordbridge.kube.write;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.koordbridge.kube.client.ApiPaths;
import org.jspecify.annotations.Nullable;

/**
 * Where an object is found.
 *
 * @param namespace null for kinds without
 */
public record ObjectAddress<T extends HasMetadata>(
        Class<T> kind, @Nullable String namespace, String name) {

    /** An object without namespace. */
    public static <T extends HasMetadata> ObjectAddress<T> of(Class<T> kind, String name) {
        return new ObjectAddress<>(kind, null, name);
    }

    /** Path of the object, without a slash at its begin. */
    String path() {
        return ApiPaths.collection(kind, namespace) + "/" + name;
    }
}
