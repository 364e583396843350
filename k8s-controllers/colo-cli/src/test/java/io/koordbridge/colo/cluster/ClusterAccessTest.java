package io.koordbridge.colo.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import io.koordbridge.colo.Run;
import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.colo.answer.Component;
import io.koordbridge.colo.answer.ServerCheck;
import io.koordbridge.protocol.tls.Authorities;
import io.koordbridge.testkit.http.LoopbackServer;
import io.koordbridge.testkit.tls.CertificateMaker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users read when the way through the API server ends early; the way itself is in RealNodeIT. */
class ClusterAccessTest {
    private static final String NOT_FOUND =
            "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"reason\":\"NotFound\",\"code\":404}";
    private static final String LEASE =
            "{\"kind\":\"Lease\",\"apiVersion\":\"coordination.k8s.io/v1\",\"metadata\":{\"name\":\"l\","
                    + "\"annotations\":{\"koordbridge.io/pages\":\"replica-a_1 %s\"}},\"spec\":{\"holderIdentity\":\"%s\"}}";
    private static final String CONFIG_MAP =
            "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"koord-bridge-ca\"},\"data\":{\"ca.crt\":\"%s\"}}";
    private static final String PODS =
            "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":[{\"metadata\":{\"name\":\"replica-a\"},"
                    + "\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}}]}";
    private static final String NO_PODS = "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":[]}";

    private final LoopbackServer apiServer = new LoopbackServer(this::answer);
    private volatile int status = 200;
    private volatile int mapStatus = 200;
    private volatile String pages = "";
    private volatile String holder = "replica-a_1";
    private volatile String published = "";
    private Path kubeconfig;

    @BeforeEach
    void write(@TempDir Path directory) throws IOException {
        kubeconfig = Files.writeString(directory.resolve("config"), apiServer.kubeconfig());
    }

    @AfterEach
    void close() {
        apiServer.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        if (status != 200) {
            LoopbackServer.answer(exchange, status, NOT_FOUND.replace("404", Integer.toString(status)));
        } else if (exchange.getRequestURI().getPath().endsWith("/pods")) {
            LoopbackServer.answer(exchange, 200, pages.isEmpty() ? NO_PODS : PODS);
        } else if (exchange.getRequestURI().getPath().contains("/leases/") && !pages.isEmpty()) {
            LoopbackServer.answer(exchange, 200, LEASE.formatted(pages, holder));
        } else if (exchange.getRequestURI().getPath().endsWith("/configmaps/koord-bridge-ca") && mapStatus != 404) {
            LoopbackServer.answer(
                    exchange,
                    mapStatus,
                    mapStatus == 200
                            ? CONFIG_MAP.formatted(published.replace("\r", "").replace("\n", "\\n"))
                            : NOT_FOUND.replace("404", Integer.toString(mapStatus)));
        } else {
            LoopbackServer.answer(exchange, 404, NOT_FOUND);
        }
    }

    private ServerCheck check(Optional<Authorities> given) {
        ClusterChoice choice = new ClusterChoice(kubeconfig.toString(), null, "team");
        try (ClusterAccess cluster = ClusterAccess.open(choice, Duration.ofSeconds(5), given)) {
            return cluster.leader(Component.OPERATOR).check();
        }
    }

    @Test
    void processesThatSpeakHttpsAreCheckedByTheirServiceAndWhatTheClusterPublishes(@TempDir Path directory)
            throws IOException {
        pages = "https://10.0.0.1:8080";
        published = new CertificateMaker(directory, "test authority").certificate();

        ServerCheck check = check(Optional.empty());

        assertThat(check.name()).isEqualTo("yarn-operator.team.svc");
        assertThat(check.authorities().source()).isEqualTo("ConfigMap team/koord-bridge-ca");
        assertThat(check.authorities().certificates())
                .extracting(one -> one.getSubjectX500Principal().getName())
                .containsExactly("CN=test authority");
    }

    @Test
    void theGivenAuthorityWinsAndWithoutAnyThoseOfJavaCount() {
        pages = "https://10.0.0.1:8080";
        mapStatus = 403;
        Authorities given = new Authorities("a file", List.of());
        assertThat(check(Optional.of(given)).authorities()).isSameAs(given);

        mapStatus = 404;
        assertThat(check(Optional.empty()).authorities()).isEqualTo(Authorities.OF_THE_RUNTIME);

        // Plain HTTP: nobody needs the right to read it.
        pages = "http://10.0.0.1:8080";
        mapStatus = 403;
        assertThat(check(Optional.empty()).authorities()).isEqualTo(Authorities.OF_THE_RUNTIME);
    }

    @Test
    void onlyWhatTheHolderSaysOfItselfCountsAndWithoutOneWhatTheLastOneSaid() {
        pages = "https://10.0.0.1:8080";
        mapStatus = 403;
        holder = "replica-b_1";
        assertThat(check(Optional.empty()).authorities()).isEqualTo(Authorities.OF_THE_RUNTIME);

        // The identity of another replica may begin in the same way.
        holder = "replica-a";
        assertThat(check(Optional.empty()).authorities()).isEqualTo(Authorities.OF_THE_RUNTIME);

        holder = "";
        assertThatThrownBy(() -> check(Optional.empty())).hasMessageContaining("koord-bridge-ca cannot be read");
    }

    @Test
    void whatTheClusterPublishesHasToBeReadable() {
        pages = "https://10.0.0.1:8080";
        mapStatus = 403;
        assertThatThrownBy(() -> check(Optional.empty()))
                .isInstanceOf(AnswerException.class)
                .hasMessageStartingWith("ConfigMap team/koord-bridge-ca cannot be read")
                .hasMessageEndingWith("--ca-file names the authority of the pages' certificates instead");

        mapStatus = 200;
        published = "nothing";
        assertThatThrownBy(() -> check(Optional.empty()))
                .isInstanceOf(AnswerException.class)
                .hasMessageStartingWith("ConfigMap team/koord-bridge-ca: no certificate in it");
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
