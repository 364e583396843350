package io.koordbridge.manager.server.certificate;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Certificates in a Secret, shared by all replicas. */
final class SecretStore implements CertificateStore {

    private static final int CONFLICT = 409;

    private final KubernetesClient client;
    private final String namespace;
    private final String name;
    private @Nullable Secret loaded;

    SecretStore(KubernetesClient client, String namespace, String name) {
        this.client = client;
        this.namespace = namespace;
        this.name = name;
    }

    @Override
    public Optional<CertificateBundle> load() {
        loaded = client.secrets().inNamespace(namespace).withName(name).get();
        if (loaded == null || loaded.getData() == null) {
            return Optional.empty();
        }
        Map<String, byte[]> files = new HashMap<>();
        try {
            loaded.getData()
                    .forEach((key, text) -> files.put(key, Base64.getDecoder().decode(text)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        return CertificateBundle.of(files);
    }

    @Override
    public boolean save(Optional<CertificateBundle> before, CertificateBundle bundle) {
        Map<String, String> data = new HashMap<>();
        bundle.files().forEach((key, bytes) -> data.put(key, Base64.getEncoder().encodeToString(bytes)));
        try {
            if (loaded == null) {
                client.resource(new SecretBuilder()
                                .withNewMetadata()
                                .withNamespace(namespace)
                                .withName(name)
                                .endMetadata()
                                .withType("Opaque")
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
