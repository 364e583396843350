package io.koordbridge.manager.server.certificate;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Files in a Secret, shared by all replicas. */
final class SecretFiles {

    private static final int CONFLICT = 409;

    private final KubernetesClient client;
    private final String namespace;
    private final String name;
    private final String type;
    private @Nullable Secret loaded;

    /**
     * The files of a Secret.
     *
     * @param type of the Secret if it has to be made
     */
    SecretFiles(KubernetesClient client, String namespace, String name, String type) {
        this.client = client;
        this.namespace = namespace;
        this.name = name;
        this.type = type;
    }

    /** What is kept; empty without the Secret, or with one that is damaged. */
    Map<String, byte[]> load() {
        loaded = client.secrets().inNamespace(namespace).withName(name).get();
        Map<String, byte[]> files = new HashMap<>();
        if (loaded == null) {
            return files;
        }
        try {
            orEmpty(loaded.getData())
                    .forEach((key, text) -> files.put(key, Base64.getDecoder().decode(text)));
        } catch (IllegalArgumentException e) {
            return Map.of();
        }
        return files;
    }

    /**
     * Keeps files; others in the Secret stay.
     *
     * @return false when another replica was faster; load again
     */
    boolean save(Map<String, byte[]> files) {
        Map<String, String> data = new HashMap<>();
        files.forEach((key, bytes) -> data.put(key, Base64.getEncoder().encodeToString(bytes)));
        try {
            if (loaded == null) {
                client.resource(new SecretBuilder()
                                .withNewMetadata()
                                .withNamespace(namespace)
                                .withName(name)
                                .endMetadata()
                                .withType(type)
                                .withData(data)
                                .build())
                        .create();
            } else {
                Map<String, String> merged = new HashMap<>(orEmpty(loaded.getData()));
                merged.putAll(data);
                client.resource(new SecretBuilder(loaded).withData(merged).build())
                        .lockResourceVersion(loaded.getMetadata().getResourceVersion())
                        .update();
            }
            return true;
        } catch (KubernetesClientException e) {
            if (e.getCode() == CONFLICT) {
                return false;
            }
            throw e;
        }
    }
}
