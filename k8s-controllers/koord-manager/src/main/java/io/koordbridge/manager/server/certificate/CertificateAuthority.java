package io.koordbridge.manager.server.certificate;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Makes certificates. */
final class CertificateAuthority {

    private static final int KEY_BITS = 2048;
    private static final int SERIAL_BITS = 120;
    private static final Duration LIFETIME = Duration.ofDays(3650);
    /** Clocks differ. */
    static final Duration BACKDATED = Duration.ofHours(1);

    private final X500Name name;
    private final Duration serverLifetime;
    private final SecureRandom random = new SecureRandom();

    /** That of the webhook. */
    CertificateAuthority() {
        this("webhook-cert-ca", LIFETIME);
    }

    /**
     * An authority.
     *
     * @param name common name of the authority
     * @param serverLifetime of its certificates, at most until the authority ends
     */
    CertificateAuthority(String name, Duration serverLifetime) {
        this.name = new X500Name("CN=" + name);
        this.serverLifetime = serverLifetime;
    }

    /** A new CA with a server certificate for the names; the first name is the common name. */
    CertificateBundle create(List<String> names, Instant now) {
        try {
            KeyPair caKeys = newAuthorityKeys();
            X509v3CertificateBuilder builder = builder(name, caKeys, now, now.plus(LIFETIME))
                    .addExtension(Extension.basicConstraints, true, new BasicConstraints(true))
                    .addExtension(
                            Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.digitalSignature));
            X509Certificate ca = sign(builder, caKeys.getPrivate());
            return withServer(ca, caKeys.getPrivate(), names, now);
        } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException("cannot make the certificate authority " + name, e);
        }
    }

    /** A new server certificate of the CA of a bundle. */
    CertificateBundle renew(CertificateBundle before, List<String> names, Instant now) {
        try {
            return withServer(PemCodec.certificate(before.caCertificate()), PemCodec.key(before.caKey()), names, now);
        } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException("cannot make a certificate of " + name, e);
        }
    }

    private CertificateBundle withServer(X509Certificate ca, PrivateKey caKey, List<String> names, Instant now)
            throws IOException, GeneralSecurityException, OperatorCreationException {
        KeyPair keys = newServerKeys();
        X500Name subject = new X500Name("CN=" + names.get(0));
        Instant end = now.plus(serverLifetime);
        Instant last = ca.getNotAfter().toInstant();
        X509v3CertificateBuilder builder = builder(subject, keys, now, end.isBefore(last) ? end : last)
                .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
                .addExtension(
                        Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyEncipherment))
                .addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth))
                .addExtension(Extension.subjectAlternativeName, false, alternativeNames(names));
        X509Certificate certificate = sign(builder, caKey);
        return new CertificateBundle(
                PemCodec.write(ca),
                PemCodec.write(caKey),
                PemCodec.write(certificate),
                PemCodec.write(keys.getPrivate()));
    }

    private static GeneralNames alternativeNames(List<String> names) {
        return new GeneralNames(names.stream()
                .map(name -> new GeneralName(
                        ServerNames.isAddress(name) ? GeneralName.iPAddress : GeneralName.dNSName, name))
                .toArray(GeneralName[]::new));
    }

    private X509v3CertificateBuilder builder(X500Name subject, KeyPair keys, Instant now, Instant end) {
        return new JcaX509v3CertificateBuilder(
                name,
                new BigInteger(SERIAL_BITS, random).add(BigInteger.ONE),
                Date.from(now.minus(BACKDATED)),
                Date.from(end),
                subject,
                keys.getPublic());
    }

    private static X509Certificate sign(X509v3CertificateBuilder builder, PrivateKey key)
            throws OperatorCreationException, GeneralSecurityException {
        return new JcaX509CertificateConverter()
                .getCertificate(builder.build(new JcaContentSignerBuilder(signatureAlgorithm(key)).build(key)));
    }

    static String signatureAlgorithm(PrivateKey key) {
        return key.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA";
    }

    /** RSA, as the reference's, which may have to go on with them. */
    private KeyPair newAuthorityKeys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(KEY_BITS, random);
        return generator.generateKeyPair();
    }

    /** On an elliptic curve: a handshake costs a tenth of one with RSA. */
    private KeyPair newServerKeys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), random);
        return generator.generateKeyPair();
    }
}
