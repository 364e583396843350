package io.koordbridge.manager.server.certificate;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** CA and server certificate with their keys, as PEM texts. */
public record CertificateBundle(String caCertificate, String caKey, String certificate, String key) {

    static final String CA_CERTIFICATE_FILE = "ca-cert.pem";
    static final String CA_KEY_FILE = "ca-key.pem";
    static final String CERTIFICATE_FILE = "cert.pem";
    static final String KEY_FILE = "key.pem";

    /** The bundle of named files; empty when one is missing. */
    static Optional<CertificateBundle> of(Map<String, byte[]> files) {
        boolean complete = files.containsKey(CA_CERTIFICATE_FILE)
                && files.containsKey(CA_KEY_FILE)
                && files.containsKey(CERTIFICATE_FILE)
                && files.containsKey(KEY_FILE);
        return complete
                ? Optional.of(new CertificateBundle(
                        text(files, CA_CERTIFICATE_FILE),
                        text(files, CA_KEY_FILE),
                        text(files, CERTIFICATE_FILE),
                        text(files, KEY_FILE)))
                : Optional.empty();
    }

    /** The files, with the names of TLS secrets besides. */
    Map<String, byte[]> files() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put(CA_CERTIFICATE_FILE, bytes(caCertificate));
        files.put(CA_KEY_FILE, bytes(caKey));
        files.put(CERTIFICATE_FILE, bytes(certificate));
        files.put(KEY_FILE, bytes(key));
        files.put("tls.crt", bytes(certificate));
        files.put("tls.key", bytes(key));
        return files;
    }

    private static String text(Map<String, byte[]> files, String name) {
        return new String(files.getOrDefault(name, new byte[0]), StandardCharsets.US_ASCII);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public String toString() {
        return "CertificateBundle[keys not shown]";
    }
}
