package io.koordbridge.manager.server.certificate;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;

/** Certificates and keys as PEM. */
final class PemCodec {

    private PemCodec() {}

    static X509Certificate certificate(String pem) throws GeneralSecurityException {
        byte[] bytes = pem.getBytes(StandardCharsets.US_ASCII);
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(bytes));
    }

    /**
     * A key in PKCS#8 or in the older RSA form.
     *
     * @throws GeneralSecurityException also for what the parser does not expect, such as damaged base64
     */
    static PrivateKey key(String pem) throws IOException, GeneralSecurityException {
        try {
            return parsed(pem);
        } catch (RuntimeException e) {
            throw new GeneralSecurityException("the PEM text of a private key is damaged", e);
        }
    }

    private static PrivateKey parsed(String pem) throws IOException, GeneralSecurityException {
        try (PEMParser parser = new PEMParser(new StringReader(pem))) {
            Object found = parser.readObject();
            JcaPEMKeyConverter converter =
                    new JcaPEMKeyConverter().setAlgorithmMapping(X9ObjectIdentifiers.id_ecPublicKey, "EC");
            if (found instanceof PEMKeyPair pair) {
                return converter.getKeyPair(pair).getPrivate();
            }
            if (found instanceof PrivateKeyInfo info) {
                return converter.getPrivateKey(info);
            }
            throw new GeneralSecurityException("no private key in the PEM text");
        }
    }

    /** A key in the form that every reader knows: RSA in the older one, others in PKCS#8. */
    static String write(PrivateKey key) throws IOException {
        return key.getAlgorithm().equals("RSA") ? writeObject(key) : writeObject(new JcaPKCS8Generator(key, null));
    }

    static String write(X509Certificate certificate) throws IOException {
        return writeObject(certificate);
    }

    private static String writeObject(Object object) throws IOException {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writer.writeObject(object);
        }
        return text.toString();
    }
}
