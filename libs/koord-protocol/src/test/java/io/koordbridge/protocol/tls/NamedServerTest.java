package io.koordbridge.protocol.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamedServerTest {

    private static final String HANDSHAKE = "ECDHE_ECDSA";

    private static NamedServer named(String name) {
        return new NamedServer(() -> Pem.authorities("authority"), name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pages.koordinator-system.svc",
                "PAGES.koordinator-system.svc",
                "reader.team.svc",
                "192.0.2.1",
                "2001:db8:0:0::1",
                "[2001:db8::1]"
            })
    void aServerWhoseCertificateCarriesTheNameIsTrusted(String name) {
        assertThatCode(() -> named(name).checkServerTrusted(Pem.chain("server"), HANDSHAKE))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "server",
                "pages.other.svc",
                "a.b.team.svc",
                "team.svc",
                ".team.svc.",
                "192.0.2.2",
                "2001:db8::2",
                "svc"
            })
    void aServerOfAnotherNameIsRefusedWithBothNames(String name) {
        assertThatThrownBy(() -> named(name).checkServerTrusted(Pem.chain("server"), HANDSHAKE))
                .isInstanceOf(CertificateException.class)
                .hasMessageStartingWith("the certificate is for [pages.koordinator-system.svc, *.team.svc, 192.0.2.1, ")
                .hasMessageEndingWith(", want " + name);
    }

    @Test
    void aCertificateWithoutNamesIsRefused() {
        assertThatThrownBy(() -> named("unnamed").checkServerTrusted(Pem.chain("unnamed"), HANDSHAKE))
                .hasMessage("the certificate is for [], want unnamed");
    }

    @Test
    void theNameIsCheckedHoweverTheConnectionIsMade() {
        NamedServer other = named("pages.other.svc");

        assertThatThrownBy(() -> other.checkServerTrusted(Pem.chain("server"), HANDSHAKE, (SSLEngine) null))
                .hasMessageContaining("want pages.other.svc");
        assertThatThrownBy(() -> other.checkServerTrusted(Pem.chain("server"), HANDSHAKE, (Socket) null))
                .hasMessageContaining("want pages.other.svc");
    }

    @Test
    void aCertificateOfAnotherAuthorityIsRefusedWithTheSourceOfTheTrustedOnes() {
        NamedServer stranger =
                new NamedServer(() -> Pem.authorities("other-authority"), "pages.koordinator-system.svc");

        assertThatThrownBy(() -> stranger.checkServerTrusted(Pem.chain("server"), HANDSHAKE))
                .isInstanceOf(CertificateException.class)
                .hasMessageStartingWith(
                        "no authority of other-authority.pem vouches for the certificate of CN=server (issuer CN=test authority): ");
    }

    @Test
    void replacedAuthoritiesCountFromTheNextHandshakeOn() throws CertificateException {
        AtomicReference<Authorities> trusted = new AtomicReference<>(Pem.authorities("other-authority"));
        NamedServer server = new NamedServer(trusted::get, "pages.koordinator-system.svc");
        assertThat(server.getAcceptedIssuers()).containsExactly(Pem.chain("other-authority"));

        trusted.set(Pem.authorities("authority"));

        server.checkServerTrusted(Pem.chain("server"), HANDSHAKE);
        assertThat(server.getAcceptedIssuers()).containsExactly(Pem.chain("authority"));
    }

    @Test
    void clientsAreNeverTrusted() {
        assertThatThrownBy(() -> named("server").checkClientTrusted(Pem.chain("server"), HANDSHAKE))
                .isInstanceOf(CertificateException.class);
        assertThatThrownBy(() -> named("server").checkClientTrusted(Pem.chain("server"), HANDSHAKE, (SSLEngine) null))
                .isInstanceOf(CertificateException.class);
        assertThatThrownBy(() -> named("server").checkClientTrusted(Pem.chain("server"), HANDSHAKE, (Socket) null))
                .isInstanceOf(CertificateException.class);
    }
}
