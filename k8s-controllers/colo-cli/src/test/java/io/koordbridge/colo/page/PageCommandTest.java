package io.koordbridge.colo.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import io.koordbridge.colo.ColoMain;
import io.koordbridge.colo.Run;
import io.koordbridge.testkit.await.PatientAwaits;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** With an API server that answers who leads; the way through a kubelet is in RealNodeIT. */
class PageCommandTest {
    private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:\\d+");
    private static final String LEASE =
            "{\"kind\":\"Lease\",\"apiVersion\":\"coordination.k8s.io/v1\",\"metadata\":{\"name\":\"l\"},"
                    + "\"spec\":{\"holderIdentity\":\"%s_1_4be2\"}}";
    private static final String POD = "{\"metadata\":{\"name\":\"%s\"},\"status\":{\"conditions\":[]}}";

    @TempDir
    private Path directory;

    private final LoopbackServer apiServer = new LoopbackServer(this::ofTheApiServer);
    private final LoopbackServer page = new LoopbackServer(this::ofThePage);
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Map<String, String> environment = new HashMap<>();
    private volatile String component = "yarn-operator";
    private volatile String leader = "replica-a";
    private volatile Thread thread = new Thread();

    @BeforeEach
    void write() throws IOException {
        Path kubeconfig = Files.writeString(directory.resolve("config"), apiServer.kubeconfig());
        environment.put("KUBECONFIG", kubeconfig.toString());
    }

    @AfterEach
    void close() throws InterruptedException {
        thread.interrupt();
        thread.join(PatientAwaits.PATIENCE.toMillis());
        apiServer.close();
        page.close();
    }

    private void ofTheApiServer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (path.contains("/leases/")) {
            LoopbackServer.answer(exchange, 200, LEASE.formatted(leader));
            return;
        }
        String pods = String.valueOf(exchange.getRequestURI().getQuery()).contains(component)
                ? POD.formatted("replica-a") + "," + POD.formatted("replica-b")
                : "";
        LoopbackServer.answer(exchange, 200, "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":[" + pods + "]}");
    }

    private void ofThePage(HttpExchange exchange) throws IOException {
        String token = exchange.getRequestHeaders().getFirst("Authorization");
        LoopbackServer.answer(exchange, "Bearer secret".equals(token) ? 200 : 401, "text/html", "the page");
    }

    /** Runs until the test ends. */
    private void start(String... words) {
        CommandLine colo = ColoMain.commandLine(environment)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true));
        thread = new Thread(() -> colo.execute(words), "colo page");
        thread.start();
    }

    private URI address() {
        await().until(() -> ADDRESS.matcher(out.toString()).find() || !thread.isAlive());
        Matcher found = ADDRESS.matcher(out.toString());
        assertThat(found.find()).as(out + "" + err).isTrue();
        return URI.create(found.group());
    }

    @Test
    void showsAPageOfAGivenAddressWithTheToken() throws Exception {
        environment.put("COLO_TOKEN", "secret");
        start("page", "koord-manager", "--manager", page.url(), "--port", "0");

        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(address()).build(), HttpResponse.BodyHandlers.ofString());

        assertThat(answer.body()).isEqualTo("the page");
        assertThat(out.toString()).startsWith("koord-manager, at " + page.url() + ": ");
    }

    @Test
    void followsTheLeaderAtTheSameAddress() {
        start("page", "--port", "0");
        URI address = address();
        assertThat(out.toString()).startsWith("yarn-operator, in pod koordinator-system/replica-a: " + address);

        leader = "replica-b";

        await().untilAsserted(() -> assertThat(out.toString()).contains("now in pod koordinator-system/replica-b"));
        assertThat(thread.isAlive()).isTrue();
    }

    @Test
    void staysWhileTheApiServerIsAwayAndSaysSoOnce() {
        start("page", "--port", "0", "--timeout", "0.5");
        address();

        apiServer.goAway();
        await().untilAsserted(() -> assertThat(err.toString()).containsOnlyOnce("does not lead to the yarn-operator"));
        apiServer.comeBack();
        leader = "replica-b";

        await().untilAsserted(() -> assertThat(out.toString()).contains("replica-b"));
    }

    @Test
    void isTheManagersWithoutAnOperator() {
        component = "koord-manager";
        start("page", "--port", "0");

        address();

        assertThat(out.toString()).startsWith("koord-manager, in pod koordinator-system/replica-a");
    }

    @Test
    void opensABrowserIfThereIsOne() throws IOException {
        Path opened = directory.resolve("opened");
        Path opener = Files.writeString(directory.resolve("xdg-open"), "#!/bin/sh\necho \"$1\" > " + opened + "\n");
        assertThat(opener.toFile().setExecutable(true)).isTrue();
        environment.put("PATH", directory.toString());
        start("page", "--port", "0", "--open");

        URI address = address();

        await().untilAsserted(() -> assertThat(opened).content().isEqualTo(address + "\n"));
    }

    @Test
    void staysWhenThereIsNoBrowser() {
        environment.put("PATH", "/does/not/exist");
        start("page", "--port", "0", "--open");

        address();

        await().untilAsserted(() -> assertThat(err.toString()).contains("none of xdg-open, open, wslview"));
        assertThat(thread.isAlive()).isTrue();
    }

    @Test
    void rejectsAPortInUseAndNamesWithoutAPage() {
        String taken = Integer.toString(URI.create(page.url()).getPort());

        Run inUse = Run.with(environment, "page", "--port", taken);
        Run unknown = Run.with(environment, "page", "koordlet");

        assertThat(inUse.exitCode()).isEqualTo(2);
        assertThat(inUse.err()).contains("port " + taken + " of this host is in use: --port names another one");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err()).contains("'koordlet' has no page", "koord-descheduler");
    }

    @Test
    void needsAClusterOrAnAddress(@TempDir Path home) {
        Run run = Run.with(Map.of("HOME", home.toString()), "page");

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err()).contains("no cluster is known");
    }
}
