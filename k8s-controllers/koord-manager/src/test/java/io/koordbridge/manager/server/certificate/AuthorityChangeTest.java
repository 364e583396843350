package io.koordbridge.manager.server.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuthorityChangeTest {

    @Test
    void theOldAuthorityIsTrustedForTenMinutesAfterTheNewOneWasMade() throws Exception {
        Instant made = Instant.parse("2026-01-01T00:00:00Z");
        CertificateBundle bundle = new CertificateAuthority().create(List.of("localhost"), made);
        Instant notBefore =
                PemCodec.certificate(bundle.caCertificate()).getNotBefore().toInstant();

        assertThat(AuthorityChange.isRecent(notBefore, made)).isTrue();
        assertThat(AuthorityChange.isRecent(notBefore, made.plus(Duration.ofMinutes(9))))
                .isTrue();
        assertThat(AuthorityChange.isRecent(notBefore, made.plus(Duration.ofMinutes(10))))
                .isFalse();
    }
}
