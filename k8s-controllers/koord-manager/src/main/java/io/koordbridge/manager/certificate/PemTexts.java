package io.koordbridge.manager.certificate;

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
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;

/** Certificates and keys as PEM. */
final class PemTexts {

    private PemTexts() {}

    static X509Certificate certificate(String pem) throws GeneralSecurityException {
        byte[] bytes = pem.getBytes(StandardCharsets.US_ASCII);
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(bytes));
    }

    /** A key in PKCS#8 or in the older RSA form. */
    static PrivateKey key(String pem) throws IOException, GeneralSecurityException {
        try (PEMParser parser = new PEMParser(new StringReader(pem))) {
            Object found = parser.readObject();
            JcaPEMKeyConverter converter = new JcaPEMKeyConverter();
            if (found instanceof PEMKeyPair pair) {
                return converter.getKeyPair(pair).getPrivate();
            }
            if (found instanceof PrivateKeyInfo info) {
                return converter.getPrivateKey(info);
            }
            throw new GeneralSecurityException("no private key in the PEM text");
        }
    }

    static String write(Object object) throws IOException {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writer.writeObject(object);
        }
        return text.toString();
    }
}
