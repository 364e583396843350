package io.koordbridge.frame.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.protocol.tls.Authorities;
import io.koordbridge.testkit.tls.CertificateMaker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServedKeyTest {

    @TempDir
    private Path directory;

    private CertificateMaker authority;
    private Path files;

    @BeforeEach
    void issue() throws IOException {
        authority = new CertificateMaker(directory.resolve("authority"), "test authority");
        files = directory.resolve("files");
        authority.issue(files, "dns:localhost");
    }

    @Test
    void keyChainAndAuthorityComeFromTheFiles() throws Exception {
        ServedKey served = ServedKey.of(files);

        assertThat(served.chain().get(0).getSubjectX500Principal().getName()).isEqualTo("CN=server-1");
        assertThat(served.authorities().source())
                .isEqualTo(files.resolve("ca.crt").toString());
        assertThat(served.expiry())
                .isBetween(
                        Instant.now().plus(Duration.ofDays(88)), Instant.now().plus(Duration.ofDays(91)));
        assertThat(served).isEqualTo(ServedKey.of(files)).hasToString("ServedKey[key not shown]");
    }

    @Test
    void withoutAnAuthorityThoseOfTheRuntimeCount() throws Exception {
        Files.delete(files.resolve("ca.crt"));

        assertThat(ServedKey.of(files).authorities()).isEqualTo(Authorities.OF_THE_RUNTIME);
    }

    @Test
    void theKeyOfAnotherCertificateIsRefusedWithBothFiles() throws IOException {
        authority.issue(directory.resolve("others"), "dns:localhost");
        Files.copy(directory.resolve("others/tls.key"), files.resolve("tls.key"), StandardCopyOption.REPLACE_EXISTING);

        assertThatThrownBy(() -> ServedKey.of(files))
                .hasMessage("%s is not the key of the first certificate in %s"
                        .formatted(files.resolve("tls.key"), files.resolve("tls.crt")));
    }

    @Test
    void aFileThatIsNoneIsNamed() throws IOException {
        Files.writeString(files.resolve("tls.key"), "nothing");
        assertThatThrownBy(() -> ServedKey.of(files))
                .hasMessageStartingWith(files.resolve("tls.key") + ": no private key in it");

        Files.delete(files.resolve("tls.crt"));
        assertThatThrownBy(() -> ServedKey.of(files))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage(files.resolve("tls.crt").toString());
    }
}
