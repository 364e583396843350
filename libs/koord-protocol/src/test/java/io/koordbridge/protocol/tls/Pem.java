package io.koordbridge.protocol.tls;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;

/** Certificates of the tests; they last a hundred years. */
final class Pem {

    private Pem() {}

    static String text(String name) {
        try (InputStream in = Objects.requireNonNull(Pem.class.getResourceAsStream("/tls/" + name + ".pem"))) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Authorities authorities(String name) {
        try {
            return Authorities.of(name + ".pem", text(name));
        } catch (CertificateException e) {
            throw new IllegalStateException(e);
        }
    }

    static X509Certificate[] chain(String name) {
        List<X509Certificate> all = authorities(name).certificates();
        return all.toArray(X509Certificate[]::new);
    }
}
