package io.koordbridge.manager.server.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.manager.server.certificate.CertificateCheck.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CertificateCheckTest {

    private static final Instant NOW = Instant.parse("2026-11-21T00:00:00Z");
    private static final List<String> NAMES = List.of("hook.system.svc", "localhost", "127.0.0.1");
    private static final CertificateBundle BUNDLE = new CertificateAuthority().create(NAMES, NOW);

    @Test
    void acceptsWhatTheAuthorityMade() {
        assertThat(CertificateCheck.check(BUNDLE, NAMES, NOW)).isEqualTo(Verdict.GOOD);
    }

    @Test
    void renewsTheServerCertificateForANewNameAndKeepsTheAuthority() {
        List<String> more = List.of("hook.system.svc", "localhost", "127.0.0.1", "other");

        CertificateBundle renewed = new CertificateAuthority().renew(BUNDLE, more, NOW);

        assertThat(CertificateCheck.check(BUNDLE, more, NOW)).isEqualTo(Verdict.RENEW_SERVER);
        assertThat(CertificateCheck.check(renewed, more, NOW)).isEqualTo(Verdict.GOOD);
        assertThat(renewed.caCertificate()).isEqualTo(BUNDLE.caCertificate());
    }

    @Test
    void replacesEverythingHalfAYearBeforeTheAuthorityExpires() {
        Instant late = NOW.plus(Duration.ofDays(3650)).minus(CertificateCheck.RENEW_BEFORE.minusDays(1));

        assertThat(CertificateCheck.check(BUNDLE, NAMES, late)).isEqualTo(Verdict.REPLACE_ALL);
    }

    @Test
    void doesNotTrustAKeyThatDoesNotBelong() {
        CertificateBundle other = new CertificateAuthority().create(NAMES, NOW);
        CertificateBundle mixed =
                new CertificateBundle(BUNDLE.caCertificate(), BUNDLE.caKey(), BUNDLE.certificate(), other.key());
        CertificateBundle broken = new CertificateBundle("garbage", BUNDLE.caKey(), BUNDLE.certificate(), BUNDLE.key());

        assertThat(CertificateCheck.check(mixed, NAMES, NOW)).isEqualTo(Verdict.RENEW_SERVER);
        assertThat(CertificateCheck.check(broken, NAMES, NOW)).isEqualTo(Verdict.REPLACE_ALL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"MIIE*#@!", "MIIEo", "AAAA", ""})
    void replacesWhatCannotBeReadAsAKey(String damaged) {
        String key = "-----BEGIN PRIVATE KEY-----\n" + damaged + "\n-----END PRIVATE KEY-----\n";
        CertificateBundle ca = new CertificateBundle(BUNDLE.caCertificate(), key, BUNDLE.certificate(), BUNDLE.key());
        CertificateBundle server =
                new CertificateBundle(BUNDLE.caCertificate(), BUNDLE.caKey(), BUNDLE.certificate(), key);

        assertThat(CertificateCheck.check(ca, NAMES, NOW)).isEqualTo(Verdict.REPLACE_ALL);
        assertThat(CertificateCheck.check(server, NAMES, NOW)).isEqualTo(Verdict.REPLACE_ALL);
    }

    @Test
    void renewsTheServerCertificateWhenItsKeyIsOfAnotherKind() {
        CertificateBundle mixed =
                new CertificateBundle(BUNDLE.caCertificate(), BUNDLE.caKey(), BUNDLE.certificate(), BUNDLE.caKey());

        assertThat(CertificateCheck.check(mixed, NAMES, NOW)).isEqualTo(Verdict.RENEW_SERVER);
    }

    @Test
    void keepsABundleInADirectory(@TempDir Path directory) {
        DirectoryStore store = new DirectoryStore(directory.resolve("certs"));

        assertThat(store.load()).isEmpty();
        store.save(Optional.empty(), BUNDLE);

        assertThat(store.load()).contains(BUNDLE);
    }
}
