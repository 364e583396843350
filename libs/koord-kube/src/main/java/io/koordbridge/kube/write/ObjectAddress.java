package io.koordbridge.kube.write;

import io.fabric8.kubernetes.api.model.HasMetadata;
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
        return collection(kind, namespace) + "/" + name;
    }

    /** Path of all objects of a kind in a namespace. */
    static String collection(Class<? extends HasMetadata> kind, @Nullable String namespace) {
        String group = HasMetadata.getGroup(kind);
        String version = HasMetadata.getVersion(kind);
        String root = group == null || group.isEmpty() ? "api/" + version : "apis/" + group + "/" + version;
        String within = namespace == null ? "" : "/namespaces/" + namespace;
        return root + within + "/" + HasMetadata.getPlural(kind);
    }
}
