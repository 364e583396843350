package io.koordbridge.kube.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.kube.access.RequestAccess.Caller;
import io.koordbridge.kube.access.RequestAccess.Refusal;
import io.koordbridge.kube.client.KubeClients;
import io.koordbridge.kube.client.KubeConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against answers of an API server; that a real one gives them is tested with the processes. */
class RequestAccessTest {

    private static final String ELSEWHERE = "10.1.2.3";

    private final AtomicLong nanos = new AtomicLong();
    private final MetricRegistry metrics = new MetricRegistry();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile boolean broken;
    private HttpServer server;
    private KubernetesClient client;
    private RequestAccess access;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            asked.add(exchange.getRequestURI().getPath());
            byte[] answer = answer(exchange.getRequestURI().getPath(), body).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(broken ? 500 : 201, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        client = KubeClients.connect(
                new KubeConnection(
                        null, "http://127.0.0.1:" + server.getAddress().getPort(), Duration.ofSeconds(5), 8),
                "test");
        access = new RequestAccess(new TokenReviews(client, "koord-test", metrics, nanos::get), false, metrics);
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
    }

    private static String answer(String path, String body) {
        if (path.endsWith("/tokenreviews")) {
            boolean known = body.contains("\"reader\"") || body.contains("\"nobody\"");
            String user = body.contains("\"reader\"") ? "reader" : "nobody";
            return "{\"kind\":\"TokenReview\",\"apiVersion\":\"authentication.k8s.io/v1\",\"status\":{"
                    + (known
                            ? "\"authenticated\":true,\"user\":{\"username\":\"" + user + "\",\"groups\":[\"g\"]}"
                            : "")
                    + "}}";
        }
        boolean allowed = body.contains("\"user\":\"reader\"")
                && body.contains("\"groups\":[\"g\"]")
                && body.contains("\"path\":\"/koord-bridge/koord-test\"")
                && body.contains("\"verb\":\"get\"");
        return "{\"kind\":\"SubjectAccessReview\",\"apiVersion\":\"authorization.k8s.io/v1\",\"status\":{\"allowed\":"
                + allowed + "}}";
    }

    private Optional<Integer> status(String address, String authorization, String method) {
        return access.refusal(new Caller(address, false, authorization, method)).map(Refusal::status);
    }

    private Optional<Integer> status(String authorization) {
        return status(ELSEWHERE, authorization, "GET");
    }

    @Test
    void thisHostNeedsNoToken() {
        for (String address : List.of("127.0.0.1", "[::1]", "0:0:0:0:0:0:0:1")) {
            assertThat(status(address, null, "POST")).as(address).isEmpty();
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void aProxyOnThisHostIsNotThisHost() {
        assertThat(status("127.0.0.6", null, "GET")).contains(401);
        assertThat(access.refusal(new Caller("127.0.0.1", true, null, "GET")).map(Refusal::status))
                .contains(401);
        assertThat(status(null, null, "GET")).contains(401);
    }

    @Test
    void otherHostsNeedATokenWhoseUserMay() {
        assertThat(status(null)).contains(401);
        assertThat(status("Basic cmVhZGVyOg==")).contains(401);
        assertThat(status("Bearer ")).contains(401);
        assertThat(asked).isEmpty();
        assertThat(status("Bearer made-up")).contains(401);
        assertThat(status("Bearer nobody")).contains(403);
        assertThat(status("bearer reader")).isEmpty();
        assertThat(status(ELSEWHERE, "Bearer reader", "HEAD")).isEmpty();
        assertThat(status(ELSEWHERE, "Bearer reader", "POST")).contains(403);
        assertThat(metrics.counter("koord_access_requests_total{verdict=forbidden}")
                        .getCount())
                .isEqualTo(2);
    }

    @Test
    void anAnswerIsRememberedForAShortTime() {
        assertThat(status("Bearer reader")).isEmpty();
        assertThat(status("Bearer reader")).isEmpty();
        assertThat(asked).hasSize(2);

        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        assertThat(status("Bearer reader")).isEmpty();
        assertThat(asked).hasSize(4);
    }

    @Test
    void withoutAnAnswerNothingIsServedAndNothingRemembered() {
        broken = true;
        assertThat(status("Bearer reader")).contains(503);
        broken = false;
        assertThat(status("Bearer reader")).isEmpty();
    }

    @Test
    void madeUpTokensDoNotFloodTheApiServer() {
        long refused = IntStream.range(0, 100)
                .filter(one -> status("Bearer made-up-" + one).equals(Optional.of(503)))
                .count();

        assertThat(refused).isEqualTo(80);
        assertThat(asked).hasSize(20);
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(status("Bearer reader")).isEmpty();
    }

    @Test
    void everybodyMayWhereThatIsSaid() {
        RequestAccess open =
                new RequestAccess(new TokenReviews(client, "koord-test", metrics, nanos::get), true, metrics);

        assertThat(open.refusal(new Caller(ELSEWHERE, false, null, "GET"))).isEmpty();
    }
}
