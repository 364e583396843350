package io.koordbridge.kube.client;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubeClientsTest {

    @TempDir
    private Path temp;

    private static void connect(Path kubeconfig, String apiServer) {
        KubeClients.connect(new KubeConnection(kubeconfig, apiServer, Duration.ofSeconds(1), 1), "test")
                .close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"kubernetes", "10.0.0.1:6443", "ftp://kubernetes", "https://", "https://a b", ""})
    void refusesAnAddressThatIsNone(String given) {
        assertThatThrownBy(() -> connect(null, given))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("API server '" + given + "': ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:9", "https://kubernetes.default.svc", "https://[::1]:6443"})
    void takesAnAddress(String given) {
        assertThatCode(() -> connect(null, given)).doesNotThrowAnyException();
    }

    @Test
    void namesAKubeconfigThatCannotBeReadAndWhatIsWrongWithIt() throws IOException {
        Path broken = Files.writeString(temp.resolve("broken"), "clusters: [\n");

        assertThatThrownBy(() -> connect(temp, null)).hasMessage("kubeconfig " + temp + ": not a readable file");
        assertThatThrownBy(() -> connect(broken, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("kubeconfig " + broken + ": ")
                .hasMessageContaining("line 2");
    }
}
