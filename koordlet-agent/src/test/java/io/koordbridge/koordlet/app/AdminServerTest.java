package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.koordlet.audit.AuditLog;
import io.koordbridge.kube.access.RequestAccess;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdminServerTest {

    private static final String LOOPBACK = "127.0.0.1";
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final AdminServer.Content content = new AdminServer.Content(
            () -> Map.of("mode", "enforcing"),
            () -> Map.of("strategies", List.of()),
            () -> Map.of("healthy", false),
            () -> this.hanging,
            new EventPages(new AuditLog(event -> {}, Clock.systemUTC()), Optional.empty()),
            new MetricRegistry());
    private volatile List<String> hanging = List.of();
    private AdminServer server;

    @BeforeEach
    void start() throws IOException {
        server = new AdminServer(
                LOOPBACK,
                0,
                content,
                caller -> caller.forwarded() && !"Bearer good".equals(caller.authorization())
                        ? Optional.of(new RequestAccess.Refusal(401, "a token"))
                        : Optional.empty());
    }

    @AfterEach
    void end() {
        server.close();
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + LOOPBACK + ":" + server.port() + path))
                .timeout(Duration.ofSeconds(5))
                .build();
        return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void aClientThatDoesNotEndItsRequestHoldsNobodyUp() throws IOException, InterruptedException {
        try (Socket slow = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            slow.getOutputStream().write("GET /sta".getBytes(StandardCharsets.US_ASCII));

            assertThat(get("/state").statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/state, 401",
        "/events, 401",
        "/plan, 401",
        "/metrics, 200",
        "/ping, 200",
        "/ready, 503",
        "/healthcheck, 503"
    })
    void stateAndEventsAreForThoseWhoMaySeeThem(String path, int status) throws IOException, InterruptedException {
        assertThat(fromElsewhere(path, "Bearer bad")).isEqualTo(status);
        assertThat(fromElsewhere(path, "Bearer good")).isEqualTo(get(path).statusCode());
    }

    private int fromElsewhere(String path, String authorization) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + LOOPBACK + ":" + server.port() + path))
                .header("X-Forwarded-For", "10.0.0.1")
                .header("Authorization", authorization)
                .timeout(Duration.ofSeconds(5))
                .build();
        return HTTP.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    @ParameterizedTest
    @CsvSource({
        "/ping, 200, pong",
        "/healthz, 200, pong",
        "/ready, 503, healthy",
        "/readyz, 503, healthy",
        "/healthcheck, 503, healthy",
        "/state, 200, enforcing",
        "/plan, 200, strategies",
        "/metrics, 200, ''",
        "/events?size=3, 200, Events",
        "/events, 200, Events",
        "/events?limit=3, 400, 'want size=N with N from 1 to 2048'",
        "/events?pageToken=1, 400, 'want size=N with N from 1 to 2048'",
        "/events?size=4000, 400, 'want size=N with N from 1 to 2048'",
        "/, 404, 'want /ping, /live, /ready'",
        "/metricsfoo, 404, no such page",
        "/state/x, 404, no such page",
    })
    void eachPageAnswersUnderItsOwnNameAlone(String path, int status, String text)
            throws IOException, InterruptedException {
        HttpResponse<String> answer = get(path);

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).contains(text);
    }

    @Test
    void anAddressThatIsNoneIsToldInWords() {
        assertThatThrownBy(() -> new AdminServer("no.such.host.invalid", 0, content, caller -> Optional.empty()))
                .isInstanceOf(BindException.class)
                .hasMessageStartingWith("cannot listen on no.such.host.invalid:0: ");
    }

    @Test
    void aLoopThatHangsEndsTheLifeAndNotThePing() throws IOException, InterruptedException {
        assertThat(get("/live").statusCode()).isEqualTo(200);
        hanging = List.of("loop report: no round for 301 s", "loop pods-feed: no round for 302 s");

        assertThat(get("/live").statusCode()).isEqualTo(503);
        assertThat(get("/live").body()).contains("loop report: ", "loop pods-feed: ");
        assertThat(get("/ping").statusCode()).isEqualTo(200);
    }
}
