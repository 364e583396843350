package io.koordbridge.manager.server.certificate;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;

/** Certificates in a Secret, shared by all replicas. */
final class SecretStore implements CertificateStore {

    private final SecretFiles files;

    SecretStore(KubernetesClient client, String namespace, String name) {
        this.files = new SecretFiles(client, namespace, name, "Opaque");
    }

    @Override
    public Optional<CertificateBundle> load() {
        return CertificateBundle.of(files.load());
    }

    @Override
    public boolean save(Optional<CertificateBundle> before, CertificateBundle bundle) {
        return files.save(bundle.files());
    }
}
