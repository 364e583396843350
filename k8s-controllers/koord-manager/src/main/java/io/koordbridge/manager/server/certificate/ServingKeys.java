package io.koordbridge.manager.server.certificate;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import javax.crypto.spec.PBEParameterSpec;

/** What the server needs of a bundle, in the form the JDK asks for. */
final class ServingKeys {

    private static final String ALIAS = "webhook";
    private static final String ENCRYPTION = "PBEWithHmacSHA256AndAES_256";

    /** The store never leaves the memory that holds the key anyway: its empty password has nothing to make expensive. */
    private static final PBEParameterSpec ONE_ROUND = new PBEParameterSpec(new byte[16], 1);

    private ServingKeys() {}

    /**
     * A store with the key and its chain under an empty password.
     *
     * @throws IllegalStateException when the bundle cannot be read
     */
    static KeyStore of(CertificateBundle bundle) {
        try {
            KeyStore keyStore = KeyStore.getInstance("PKCS12");
            keyStore.load(null, null);
            X509Certificate certificate = PemCodec.certificate(bundle.certificate());
            X509Certificate ca = PemCodec.certificate(bundle.caCertificate());
            keyStore.setEntry(
                    ALIAS,
                    new KeyStore.PrivateKeyEntry(PemCodec.key(bundle.key()), new Certificate[] {certificate, ca}),
                    new KeyStore.PasswordProtection(new char[0], ENCRYPTION, ONE_ROUND));
            return keyStore;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("webhook certificates cannot be loaded: " + e.getMessage(), e);
        }
    }
}
