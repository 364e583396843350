package io.koordbridge.frame.tls;

import io.koordbridge.protocol.tls.Authorities;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;

/**
 * What the port shows of itself.
 *
 * @param key that belongs to the first certificate
 * @param chain the server's certificate, and those between it and its authority
 * @param authorities by which replicas check each other
 */
record ServedKey(PrivateKey key, List<X509Certificate> chain, Authorities authorities) {

    static final String CERTIFICATE = "tls.crt";
    static final String KEY = "tls.key";
    static final String AUTHORITY = "ca.crt";

    private static final byte[] PROBE = {1, 2, 3};

    ServedKey {
        chain = List.copyOf(chain);
    }

    /**
     * The files of a directory.
     *
     * @throws IOException if a file cannot be read
     * @throws GeneralSecurityException naming the file that is no such thing, or that key and certificate do not belong together
     */
    static ServedKey of(Path directory) throws IOException, GeneralSecurityException {
        Path certificate = directory.resolve(CERTIFICATE);
        Path key = directory.resolve(KEY);
        List<X509Certificate> chain = Authorities.certificates(certificate.toString(), text(certificate));
        PrivateKey read;
        try {
            read = PrivateKeys.of(text(key));
        } catch (GeneralSecurityException e) {
            throw new GeneralSecurityException(key + ": " + e.getMessage(), e);
        }
        if (!belongs(read, chain.get(0))) {
            throw new CertificateException(key + " is not the key of the first certificate in " + certificate);
        }
        Path authority = directory.resolve(AUTHORITY);
        Authorities authorities = Files.exists(authority)
                ? Authorities.of(authority.toString(), text(authority))
                : Authorities.OF_THE_RUNTIME;
        return new ServedKey(read, chain, authorities);
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }

    private static boolean belongs(PrivateKey key, X509Certificate certificate) throws GeneralSecurityException {
        String algorithm = key.getAlgorithm();
        if (!algorithm.equals(certificate.getPublicKey().getAlgorithm())) {
            return false;
        }
        Signature signature = Signature.getInstance(
                switch (algorithm) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    default -> algorithm;
                });
        signature.initSign(key);
        signature.update(PROBE);
        byte[] signed = signature.sign();
        signature.initVerify(certificate.getPublicKey());
        signature.update(PROBE);
        return signature.verify(signed);
    }

    /** When the first of the chain's certificates ends. */
    Instant expiry() {
        return chain.stream()
                .map(one -> one.getNotAfter().toInstant())
                .min(Instant::compareTo)
                .orElse(Instant.EPOCH);
    }

    @Override
    public String toString() {
        return "ServedKey[key not shown]";
    }
}
