package io.koordbridge.frame;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.health.HealthCheck;
import io.dropwizard.testing.ConfigOverride;
import io.dropwizard.testing.DropwizardTestSupport;
import io.dropwizard.testing.ResourceHelpers;
import io.koordbridge.kube.leader.LeaderGate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BridgeApplicationTest {

    /** A process with nothing of its own but a leader gate. */
    public static final class EmptyProcess extends BridgeApplication<ElectingConfiguration> {

        private LeaderGate gate;

        @Override
        public String processName() {
            return "empty-process";
        }

        @Override
        protected void start(ElectingConfiguration config, BridgeContext context) {
            BridgeApplicationTest.context = context;
            gate = context.newLeaderGate(config, "lease");
            gate.start(() -> {}, () -> {});
        }
    }

    private static BridgeContext context;

    private final DropwizardTestSupport<ElectingConfiguration> process = new DropwizardTestSupport<>(
            EmptyProcess.class,
            ResourceHelpers.resourceFilePath("empty.yaml"),
            ConfigOverride.config("server.applicationConnectors[0].port", "0"),
            ConfigOverride.config("server.adminConnectors[0].port", "0"),
            ConfigOverride.config("leaderElection.enabled", "false"));

    @BeforeEach
    void start() throws Exception {
        process.before();
    }

    @AfterEach
    void stop() {
        process.after();
    }

    @Test
    void servesPrometheusMetricsOnTheAdminPort() throws Exception {
        assertThat(get("/metrics").body()).contains("koord_leader{lease=\"lease\"} 1.0");
    }

    @Test
    void saysThatTheApiServerCannotBeReachedAndLivesOn() throws Exception {
        HttpResponse<String> health = get("/healthcheck");

        assertThat(health.statusCode()).isEqualTo(500);
        assertThat(health.body()).contains("api-server").contains("http://127.0.0.1:1");
        assertThat(get("/ping").statusCode()).isEqualTo(200);
    }

    @Test
    void isReadyWithoutAnApiServerAsSoonAsItsOwnPartsAre() throws Exception {
        assertThat(get("/ready").statusCode()).isEqualTo(200);

        process.getEnvironment().healthChecks().register("part", new HealthCheck() {
            @Override
            protected Result check() {
                return Result.unhealthy("not there yet");
            }
        });

        assertThat(get("/ready").statusCode()).isEqualTo(503);
        assertThat(get("/ready").body()).isEqualToIgnoringNewLines("part: not there yet");
    }

    @Test
    void answersProbesUnderTheNamesThatKubernetesItselfUses() throws Exception {
        process.getEnvironment().healthChecks().register("part", new HealthCheck() {
            @Override
            protected Result check() {
                return Result.unhealthy("not there yet");
            }
        });

        for (List<String> names : List.of(List.of("/ping", "/healthz"), List.of("/ready", "/readyz"))) {
            assertThat(get(names.get(1)))
                    .extracting(HttpResponse::statusCode, HttpResponse::body)
                    .isEqualTo(List.of(
                            get(names.get(0)).statusCode(), get(names.get(0)).body()));
        }
        assertThat(get("/healthz").statusCode()).isEqualTo(200);
        assertThat(get("/readyz").statusCode()).isEqualTo(503);
    }

    @Test
    void theAdminPortHasNoTasksNoProfilerAndNoPages() throws Exception {
        for (String path : List.of("/", "/threads", "/pprof", "/tasks", "/tasks/gc", "/tasks/log-level", "/any")) {
            assertThat(get(path).statusCode()).as(path).isEqualTo(404);
            assertThat(send(admin(path).POST(HttpRequest.BodyPublishers.noBody()))
                            .statusCode())
                    .as(path)
                    .isEqualTo(404);
        }
    }

    @Test
    void pagesOfOtherHostsNeedATokenButHealthAndMetricsDoNot() throws Exception {
        String forwarded = "X-Forwarded-For";
        URI page = URI.create("http://127.0.0.1:" + process.getLocalPort() + "/api/v1/status");

        assertThat(send(HttpRequest.newBuilder(page)).statusCode()).isEqualTo(404);
        HttpResponse<String> refused = send(HttpRequest.newBuilder(page).header(forwarded, "10.0.0.1"));
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.headers().firstValue("WWW-Authenticate")).contains("Bearer");
        assertThat(refused.body()).contains("{\"error\":", "bearer token");
        // There is no API server that could say whose it is.
        assertThat(send(HttpRequest.newBuilder(page)
                                .header(forwarded, "10.0.0.1")
                                .header("Authorization", "Bearer any"))
                        .statusCode())
                .isEqualTo(503);
        assertThat(send(admin("/apis/v1/nodes").header(forwarded, "10.0.0.1")).statusCode())
                .isEqualTo(401);
        for (String path : List.of("/metrics", "/ready", "/healthz", "/ping")) {
            assertThat(send(admin(path).header(forwarded, "10.0.0.1")).statusCode())
                    .as(path)
                    .isEqualTo(200);
        }
    }

    @Test
    void aClientOfAnotherLoopbackAddressIsNotThisHost() throws Exception {
        try (Socket socket = new Socket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 6}), 0));
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), process.getLocalPort()));
            socket.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));

            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 401");
        }
    }

    @Test
    void isNotAliveWhileALoopIsSilent() throws Exception {
        context.tasks().watch("lame", Duration.ZERO, Duration.ZERO);

        assertThat(get("/ping").statusCode()).isEqualTo(503);
        assertThat(get("/healthz").body()).contains("loop lame: no round for");
        assertThat(get("/ready").statusCode()).isEqualTo(200);
    }

    private HttpRequest.Builder admin(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + process.getAdminPort() + path));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(admin(path));
    }
}
