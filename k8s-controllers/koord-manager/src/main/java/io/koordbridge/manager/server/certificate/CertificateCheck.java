package io.koordbridge.manager.server.certificate;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides whether certificates are still good. */
final class CertificateCheck {

    /** A certificate with less time left is replaced. */
    static final Duration RENEW_BEFORE = Duration.ofDays(182);

    private static final Logger LOG = LoggerFactory.getLogger(CertificateCheck.class);

    private CertificateCheck() {}

    /** What is to be done with a bundle. */
    enum Verdict {
        GOOD,
        RENEW_SERVER,
        REPLACE_ALL
    }

    static Verdict check(CertificateBundle bundle, List<String> names, Instant now) {
        Instant needed = now.plus(RENEW_BEFORE);
        try {
            X509Certificate ca = PemCodec.certificate(bundle.caCertificate());
            if (ca.getNotAfter().toInstant().isBefore(needed) || !belong(PemCodec.key(bundle.caKey()), ca)) {
                return Verdict.REPLACE_ALL;
            }
            X509Certificate server = PemCodec.certificate(bundle.certificate());
            server.verify(ca.getPublicKey());
            boolean good = !server.getNotAfter().toInstant().isBefore(needed)
                    && ServerNames.carries(server, names)
                    && belong(PemCodec.key(bundle.key()), server);
            return good ? Verdict.GOOD : Verdict.RENEW_SERVER;
        } catch (IOException | GeneralSecurityException e) {
            LOG.warn("stored certificates are not usable and will be replaced problem={}", e.toString());
            return Verdict.REPLACE_ALL;
        }
    }

    /** Whether the authority of a bundle may go on, whatever its server certificate is. */
    static boolean isGoodAuthority(CertificateBundle bundle, Instant now) {
        try {
            X509Certificate ca = PemCodec.certificate(bundle.caCertificate());
            return !ca.getNotAfter().toInstant().isBefore(now.plus(RENEW_BEFORE))
                    && belong(PemCodec.key(bundle.caKey()), ca);
        } catch (IOException | GeneralSecurityException e) {
            LOG.warn("a stored authority is not usable and will be replaced problem={}", e.toString());
            return false;
        }
    }

    private static boolean belong(PrivateKey key, X509Certificate certificate) throws GeneralSecurityException {
        if (!key.getAlgorithm().equals(certificate.getPublicKey().getAlgorithm())) {
            return false;
        }
        byte[] probe = {1, 2, 3};
        Signature signer = Signature.getInstance(CertificateAuthority.signatureAlgorithm(key));
        signer.initSign(key);
        signer.update(probe);
        byte[] signature = signer.sign();
        signer.initVerify(certificate);
        signer.update(probe);
        return signer.verify(signature);
    }
}
