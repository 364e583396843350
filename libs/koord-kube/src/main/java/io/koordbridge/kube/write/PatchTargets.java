package io.koordbridge.kube.write;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a patch is sent to. The client reads an object that is given by {@code withName} before it patches it, a request more for
 * each write; an object that carries its name it patches at once.
 */
public final class PatchTargets {

    private PatchTargets() {}

    /**
     * An object without namespace.
     *
     * @param empty makes an object of the kind
     */
    public static <T extends HasMetadata> Resource<T> named(KubernetesClient client, Supplier<T> empty, String name) {
        return named(client, empty, null, name);
    }

    /**
     * An object.
     *
     * @param empty makes an object of the kind
     * @param namespace null for kinds without
     */
    public static <T extends HasMetadata> Resource<T> named(
            KubernetesClient client, Supplier<T> empty, @Nullable String namespace, String name) {
        T bare = empty.get();
        bare.setMetadata(
                new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
        return client.resource(bare);
    }
}
