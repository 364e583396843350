package io.koordbridge.colo.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import io.koordbridge.colo.Run;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users read when the way through the API server ends early; the way itself is in RealNodeIT. */
class ClusterAccessTest {
    private static final String NOT_FOUND =
            "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"reason\":\"NotFound\",\"code\":404}";
    private static final String NO_PODS = "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":[]}";

    private final LoopbackServer apiServer = new LoopbackServer(this::answer);
    private volatile int status = 200;
    private Path kubeconfig;

    @BeforeEach
    void write(@TempDir Path directory) throws IOException {
        kubeconfig = Files.writeString(directory.resolve("config"), """
                apiVersion: v1
                kind: Config
                current-context: here
                clusters: [{name: c, cluster: {server: %s}}]
                contexts: [{name: here, context: {cluster: c, user: u}}]
                users: [{name: u, user: {token: t}}]
                """.formatted(apiServer.url()));
    }

    @AfterEach
    void close() {
        apiServer.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        if (status != 200) {
            LoopbackServer.answer(exchange, status, NOT_FOUND.replace("404", Integer.toString(status)));
        } else if (exchange.getRequestURI().getPath().endsWith("/pods")) {
            LoopbackServer.answer(exchange, 200, NO_PODS);
        } else {
            LoopbackServer.answer(exchange, 404, NOT_FOUND);
        }
    }

    private Run status(String... more) {
        String[] words = new String[more.length + 1];
        words[0] = "status";
        System.arraycopy(more, 0, words, 1, more.length);
        return Run.with(Map.of("KUBECONFIG", kubeconfig.toString()), words);
    }

    @Test
    void namespaceWithoutOurPodsIsNamed() {
        Run run = status("-n", "elsewhere");

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains("no pod of yarn-operator is ready in namespace elsewhere", "-n names another");
    }

    @Test
    void missingRightsAreListed() {
        status = 403;

        Run run = status();

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains("does not let you reach the yarn-operator (403)", "create pods/portforward");
    }

    @Test
    void unknownContextsAreRejected() {
        Run run = status("--context", "there");

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains("the kubeconfig has no context there");
    }

    @Test
    void kubeconfigsThatAreMissingAreNamed() {
        Run run = status("--kubeconfig", "/does/not/exist");

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains("kubeconfig /does/not/exist: not a readable file");
    }

    @Test
    void apiServerThatIsAwayIsNamed() {
        apiServer.goAway();

        Run run = status();

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains("the API server at " + apiServer.url(), "does not lead to the yarn-operator");
    }

    @Test
    void givenAddressesAreAskedDirectly() {
        Run run = status("--operator", "http://127.0.0.1:1");

        assertThat(run.err()).contains("cannot reach the yarn-operator at http://127.0.0.1:1");
    }
}
