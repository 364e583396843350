package io.koordbridge.it.manager;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.testkit.await.PatientAwaits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** Calls a webhook as the API server does, only that it never trusts an authority later than it is registered. */
final class RegisteredTrust {
    private final KubernetesClient client;
    private final URI webhook;

    RegisteredTrust(KubernetesClient client, URI webhook) {
        this.client = client;
        this.webhook = webhook;
    }

    /** What the webhook serves; throws when nothing that is registered vouches for it. */
    Certificate served() {
        try {
            return handshake();
        } catch (SSLHandshakeException e) {
            // Another authority since it was read: one is registered before it is served, so the next reading has it.
            return again();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Certificate again() {
        try {
            return handshake();
        } catch (IOException e) {
            throw new UncheckedIOException("served, but not registered", e);
        }
    }

    private Certificate handshake() throws IOException {
        // A context of its own, lest a session goes on with an earlier certificate.
        try (SSLSocket socket =
                (SSLSocket) context().getSocketFactory().createSocket(webhook.getHost(), webhook.getPort())) {
            socket.setSoTimeout(Math.toIntExact(PatientAwaits.PATIENCE.toMillis()));
            socket.startHandshake();
            return socket.getSession().getPeerCertificates()[0];
        }
    }

    private SSLContext context() throws IOException {
        try {
            KeyStore anchors = KeyStore.getInstance(KeyStore.getDefaultType());
            anchors.load(null, null);
            for (Certificate authority : certificates(registered())) {
                anchors.setCertificateEntry(String.valueOf(anchors.size()), authority);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(anchors);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private String registered() {
        return client.admissionRegistration()
                .v1()
                .mutatingWebhookConfigurations()
                .withName("koordinator-mutating-webhook-configuration")
                .get()
                .getWebhooks()
                .get(0)
                .getClientConfig()
                .getCaBundle();
    }

    /** Of a text in PEM as Kubernetes keeps it. */
    static Collection<? extends Certificate> certificates(String base64) throws GeneralSecurityException {
        return CertificateFactory.getInstance("X.509")
                .generateCertificates(
                        new ByteArrayInputStream(Base64.getDecoder().decode(base64)));
    }
}
