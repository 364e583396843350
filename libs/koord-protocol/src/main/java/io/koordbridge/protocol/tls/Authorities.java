package io.koordbridge.protocol.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Certificate authorities that are trusted.
 *
 * @param source where they come from, for messages
 * @param certificates of the authorities; empty for those that the Java runtime brings along
 */
public record Authorities(String source, List<X509Certificate> certificates) {

    /** Those that the Java runtime brings along. */
    public static final Authorities OF_THE_RUNTIME = new Authorities("the Java runtime", List.of());

    private static final String BEGINNING = "-----BEGIN CERTIFICATE-----";

    public Authorities {
        certificates = List.copyOf(certificates);
    }

    /**
     * The authorities of a PEM text.
     *
     * @throws CertificateException naming the source, when the text holds no certificate or a damaged one
     */
    public static Authorities of(String source, String pem) throws CertificateException {
        return new Authorities(source, certificates(source, pem));
    }

    /**
     * All certificates of a PEM text, at least one, in their order. Text between them is passed over.
     *
     * @throws CertificateException naming the source, when the text holds no certificate or a damaged one
     */
    public static List<X509Certificate> certificates(String source, String pem) throws CertificateException {
        int first = pem.indexOf(BEGINNING);
        if (first < 0) {
            throw new CertificateException(source + ": no certificate in it, want PEM that has " + BEGINNING);
        }
        List<X509Certificate> found = new ArrayList<>();
        try {
            byte[] bytes = pem.substring(first).getBytes(StandardCharsets.US_ASCII);
            for (Certificate one :
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(bytes))) {
                found.add((X509Certificate) one);
            }
        } catch (CertificateException e) {
            throw new CertificateException(source + ": a certificate in it is damaged: " + e.getMessage(), e);
        }
        return List.copyOf(found);
    }

    /** What checks chains against these authorities. */
    X509TrustManager trust() {
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store());
            return Stream.<TrustManager>of(factory.getTrustManagers())
                    .filter(X509TrustManager.class::isInstance)
                    .map(X509TrustManager.class::cast)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("the Java runtime checks no X.509 certificates"));
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("authorities of " + source + " cannot be used: " + e.getMessage(), e);
        }
    }

    private @Nullable KeyStore store() throws IOException, GeneralSecurityException {
        if (certificates.isEmpty()) {
            return null;
        }
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        for (int index = 0; index < certificates.size(); index++) {
            store.setCertificateEntry("authority-" + index, certificates.get(index));
        }
        return store;
    }
}
