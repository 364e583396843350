package io.koordbridge.colo.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class ClusterOptionsTest {

    private static ClusterOptions options(Map<String, String> environment, String... words) {
        ClusterOptions options = new ClusterOptions(environment);
        CommandLine command = new CommandLine(new Nothing());
        command.addMixin("cluster", options);
        command.parseArgs(words);
        return options;
    }

    @Test
    void nameNoClusterByThemselves(@TempDir Path home) {
        assertThat(options(Map.of("HOME", home.toString())).given()).isFalse();
    }

    @Test
    void findTheKubeconfigAsKubectlDoes(@TempDir Path home) throws IOException {
        Files.createDirectory(home.resolve(".kube"));
        Files.writeString(home.resolve(".kube/config"), "apiVersion: v1\n");

        assertThat(options(Map.of("HOME", home.toString())).given()).isTrue();
        assertThat(options(Map.of("HOME", home.toString())).choice().kubeconfig())
                .isNull();
        assertThat(options(Map.of("KUBECONFIG", "/a:/b")).choice())
                .isEqualTo(new ClusterChoice("/a:/b", null, "koordinator-system"));
        assertThat(options(Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1")).given())
                .isTrue();
    }

    @Test
    void goBeforeTheEnvironment() {
        ClusterOptions options = options(
                Map.of("KUBECONFIG", "/a", "COLO_NAMESPACE", "other"),
                "--kubeconfig=/mine",
                "--context=prod",
                "-n",
                "bridge");

        assertThat(options.choice()).isEqualTo(new ClusterChoice("/mine", "prod", "bridge"));
        assertThat(options(Map.of("COLO_NAMESPACE", "other"), "--context=prod")
                        .choice()
                        .namespace())
                .isEqualTo("other");
    }

    @Command
    private static final class Nothing {}
}
