package io.koordbridge.frame.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.testkit.tls.CertificateMaker;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CurrentKeyManagerTest {

    @TempDir
    private Path directory;

    private final AtomicReference<ServedKey> current = new AtomicReference<>();
    private final CurrentKeyManager manager = new CurrentKeyManager(() -> Optional.ofNullable(current.get()));
    private ServedKey first;
    private ServedKey second;

    @BeforeEach
    void make() throws Exception {
        CertificateMaker authority = new CertificateMaker(directory.resolve("authority"), "test authority");
        authority.issue(directory.resolve("first"), "dns:localhost");
        authority.issue(directory.resolve("second"), "dns:localhost");
        first = ServedKey.of(directory.resolve("first"));
        second = ServedKey.of(directory.resolve("second"));
    }

    @Test
    void eachHandshakeGetsWhatThereIs() {
        for (ServedKey now : new ServedKey[] {first, second}) {
            current.set(now);

            String alias = manager.chooseEngineServerAlias("EC", null, null);

            assertThat(manager.chooseServerAlias("EC", null, new Socket())).isEqualTo(alias);
            assertThat(manager.getServerAliases("EC", null)).containsExactly(alias);
            assertThat(manager.getPrivateKey(alias)).isEqualTo(now.key());
            assertThat(manager.getCertificateChain(alias)).containsExactlyElementsOf(now.chain());
        }
    }

    @Test
    void keyAndChainOfOneHandshakeBelongTogether() {
        current.set(first);
        String alias = manager.chooseEngineServerAlias("EC", null, null);
        assertThat(manager.getCertificateChain(alias)).containsExactlyElementsOf(first.chain());

        current.set(second);

        // No key rather than that of another certificate: the client tries again.
        assertThat(manager.getPrivateKey(alias)).isNull();
    }

    @Test
    void thereIsNothingForAnotherKindOfKeyOrBeforeTheFirstCertificate() {
        assertThat(manager.chooseEngineServerAlias("EC", null, null)).isNull();
        assertThat(manager.getServerAliases("EC", null)).isNull();

        current.set(first);

        assertThat(manager.chooseEngineServerAlias("RSA", null, null)).isNull();
    }

    @Test
    void itShowsNothingAsAClient() {
        current.set(first);

        assertThat(manager.chooseClientAlias(new String[] {"EC"}, null, new Socket()))
                .isNull();
        assertThat(manager.getClientAliases("EC", null)).isNull();
    }
}
