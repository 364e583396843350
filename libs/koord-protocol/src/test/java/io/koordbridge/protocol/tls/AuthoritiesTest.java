package io.koordbridge.protocol.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.cert.CertificateException;
import org.junit.jupiter.api.Test;

class AuthoritiesTest {

    @Test
    void severalCertificatesOfOneTextAreReadInTheirOrder() throws CertificateException {
        String both = "# the first\n" + Pem.text("authority") + "# the second\n" + Pem.text("other-authority");

        assertThat(Authorities.of("both.pem", both).certificates())
                .extracting(one -> one.getSubjectX500Principal().getName())
                .containsExactly("CN=test authority", "CN=other test authority");
    }

    @Test
    void aTextWithoutCertificatesIsRefusedByItsSource() {
        assertThatThrownBy(() -> Authorities.of("ca.crt", "-----BEGIN PRIVATE KEY-----"))
                .isInstanceOf(CertificateException.class)
                .hasMessage("ca.crt: no certificate in it, want PEM that has -----BEGIN CERTIFICATE-----");
    }

    @Test
    void aDamagedCertificateIsRefusedByItsSource() {
        String damaged = Pem.text("authority").replaceFirst("M", "A");

        assertThatThrownBy(() -> Authorities.of("ca.crt", damaged))
                .isInstanceOf(CertificateException.class)
                .hasMessageStartingWith("ca.crt: a certificate in it is damaged: ");
    }

    @Test
    void onlyTheAuthoritiesThatAreGivenAreTrusted() {
        assertThat(Pem.authorities("authority").trust().getAcceptedIssuers()).containsExactly(Pem.chain("authority"));
        assertThat(Authorities.OF_THE_RUNTIME.trust().getAcceptedIssuers()).doesNotContain(Pem.chain("authority"));
    }
}
