package io.koordbridge.kube.client;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** Where the API server has objects, for requests that do not go through the client's operations. */
public final class ApiPaths {

    private ApiPaths() {}

    /**
     * Path of all objects of a kind, without a slash at its begin.
     *
     * @param namespace null for kinds without, and for the objects of all namespaces
     */
    public static String collection(Class<? extends HasMetadata> kind, @Nullable String namespace) {
        String group = HasMetadata.getGroup(kind);
        String version = HasMetadata.getVersion(kind);
        String root = group == null || group.isEmpty() ? "api/" + version : "apis/" + group + "/" + version;
        String within = namespace == null ? "" : "/namespaces/" + namespace;
        return root + within + "/" + HasMetadata.getPlural(kind);
    }

    /** The address of a path, which may carry a query. */
    public static URI uri(KubernetesClient client, String path) {
        String master = client.getConfiguration().getMasterUrl();
        return URI.create((master.endsWith("/") ? master : master + "/") + path);
    }
}
