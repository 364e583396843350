package io.koordbridge.testkit.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateMakerTest {
    @TempDir
    Path directory;

    private CertificateMaker maker;
    private Path served;

    @BeforeEach
    void makeAuthority() throws IOException {
        maker = new CertificateMaker(directory.resolve("authority"), "test");
        served = directory.resolve("served");
    }

    @Test
    void issuesCertificatesOfItsAuthorityForTheNames() throws Exception {
        maker.issue(served, "dns:a.example", "ip:127.0.0.1");

        X509Certificate certificate = certificate(Files.readString(served.resolve("tls.crt")));
        certificate.verify(certificate(maker.certificate()).getPublicKey());
        assertThat(certificate.getSubjectAlternativeNames())
                .extracting(name -> name.get(1))
                .asString()
                .contains("a.example", "127.0.0.1");
        assertThat(served.resolve("ca.crt")).hasContent(maker.certificate());
        assertThat(served.resolve("tls.key")).content().startsWith("-----BEGIN PRIVATE KEY-----");
    }

    @Test
    void replacesFilesByThoseOfANewCertificate() throws Exception {
        maker.issue(served, "dns:a.example");
        String before = Files.readString(served.resolve("tls.crt"));

        maker.issue(served, "dns:a.example");

        assertThat(served.resolve("tls.crt")).content().isNotEqualTo(before);
        assertThat(served).isDirectoryNotContaining("glob:**.new");
    }

    @Test
    void givesAServersContext() throws Exception {
        assertThat(maker.server("dns:localhost").createSSLEngine().getSupportedProtocols())
                .contains("TLSv1.3");
    }

    private static X509Certificate certificate(String pem) throws GeneralSecurityException {
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
    }
}
