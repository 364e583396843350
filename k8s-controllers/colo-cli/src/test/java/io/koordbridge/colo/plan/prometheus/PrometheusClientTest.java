package io.koordbridge.colo.plan.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.protocol.tls.Authorities;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrometheusClientTest {
    private final FakePrometheus prometheus = new FakePrometheus().series("up", "\"node\":\"a\"", time -> time / 60.0);

    @AfterEach
    void close() {
        prometheus.close();
    }

    @Test
    void asksForATimeAndForARange() {
        List<Series> range = new ArrayList<>();

        List<Series> instant = prometheus.client().query("up", 600);
        prometheus.client().range("up", 60, 180, 60, range::add);

        assertThat(instant)
                .singleElement()
                .satisfies(one -> assertThat(one.value(0)).isEqualTo(10));
        assertThat(range).singleElement().satisfies(one -> {
            assertThat(one.size()).isEqualTo(3);
            assertThat(one.value(2)).isEqualTo(3);
        });
    }

    @Test
    void asksAgainAfterAFailureThatMayPass() {
        prometheus.failing(500, 599);

        assertThat(prometheus.client().query("up", 60)).hasSize(1);
    }

    @Test
    void givesUpAfterThreeFailures() {
        prometheus.failing(503, 503, 503);

        assertThatThrownBy(() -> prometheus.client().query("up", 60))
                .isInstanceOf(AnswerException.class)
                .hasMessageContaining(prometheus.url())
                .hasMessageContaining("status 503");
        assertThat(prometheus.asked()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "401, --prometheus-token-file",
        "403, --prometheus-token-file",
        "404, the address that /api/v1/query is below",
        "302, status 302",
        "200, it has no status"
    })
    void saysWhatIsWrongWithAnAddressAtOnce(int state, String words) {
        prometheus.failing(state);

        assertThatThrownBy(() -> prometheus.client().query("up", 60))
                .isInstanceOf(AnswerException.class)
                .hasMessageContaining(words);
    }

    @Test
    void handsOnWhatPrometheusRejects() {
        assertThatThrownBy(() -> prometheus.client().range("up", 0, 12_000, 1, one -> {}))
                .isInstanceOf(AnswerException.class)
                .hasMessageContainingAll("rejects up", "exceeded maximum resolution", "--step");
    }

    @Test
    void sendsTheToken() {
        prometheus.client("secret").query("up", 60);

        assertThat(prometheus.authorization()).isEqualTo("Bearer secret");
    }

    @Test
    void anAddressWhereNothingListensIsNamed() {
        PrometheusClient client = prometheus.client();
        prometheus.close();

        assertThatThrownBy(() -> client.query("up", 60))
                .isInstanceOf(AnswerException.class)
                .hasMessageContainingAll("cannot reach Prometheus at http://127.0.0.1", "no server listens there");
    }

    /** As a server behind a proxy that hangs does: the head comes at once. */
    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void aBodyThatDripsEndsAtTheDeadline(String drop) {
        CountDownLatch ended = new CountDownLatch(1);
        try (LoopbackServer server = new LoopbackServer(exchange -> dripping(exchange, drop, ended))) {
            PrometheusClient client = client(server, Duration.ofMillis(400));

            assertThatThrownBy(() -> client.query("up", 60))
                    .isInstanceOf(AnswerException.class)
                    .hasMessageContainingAll("no whole answer to up within 0.4 s (--timeout)", "--step");
        } finally {
            ended.countDown();
        }
    }

    private static void dripping(HttpExchange exchange, String drop, CountDownLatch ended) throws IOException {
        LoopbackServer.begin(exchange);
        try (OutputStream out = exchange.getResponseBody()) {
            while (!ended.await(20, TimeUnit.MILLISECONDS)) {
                out.write(drop.getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static PrometheusClient client(LoopbackServer server, Duration timeout) {
        return new PrometheusClient(
                URI.create(server.url()), timeout, Duration.ofMillis(1), 1 << 20, "", Authorities.OF_THE_RUNTIME);
    }

    @Test
    void anAnswerWithoutEndIsTooLarge() {
        byte[] spaces = " ".repeat(1 << 16).getBytes(StandardCharsets.UTF_8);
        try (LoopbackServer server = new LoopbackServer(exchange -> {
            LoopbackServer.begin(exchange);
            try (OutputStream out = exchange.getResponseBody()) {
                while (true) {
                    out.write(spaces);
                }
            }
        })) {
            PrometheusClient client = client(server, Duration.ofMinutes(1));

            assertThatThrownBy(() -> client.query("up", 60))
                    .isInstanceOf(AnswerException.class)
                    .hasMessageContainingAll("an answer of more than 1 MiB to up", "--step");
        }
    }

    /** Prometheus answers so when a query takes longer than its {@code --query.timeout}. */
    @Test
    void aQueryThatIsTooLongForTheServerIsAskedOnce() {
        AtomicInteger requests = new AtomicInteger();
        String answer =
                "{\"status\":\"error\",\"errorType\":\"timeout\",\"error\":\"query timed out in expression evaluation\"}";
        try (LoopbackServer server = new LoopbackServer(exchange -> {
            requests.incrementAndGet();
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            LoopbackServer.answer(exchange, 503, answer);
        })) {
            assertThatThrownBy(() -> client(server, Duration.ofMinutes(1)).query("up", 60))
                    .isInstanceOf(AnswerException.class)
                    .hasMessageContainingAll("rejects up", "query timed out in expression evaluation", "--step");
        }
        assertThat(requests).hasValue(1);
    }

    @Test
    void asksAgainAfterABrokenConnectionAndCountsNothingTwice() {
        AtomicInteger requests = new AtomicInteger();
        String answer =
                "{\"status\":\"success\",\"data\":{\"result\":[{\"metric\":{\"node\":\"a\"},\"value\":[60,\"1\"]}";
        try (LoopbackServer server = new LoopbackServer(exchange -> {
            if (requests.incrementAndGet() == 3) {
                LoopbackServer.answer(exchange, 200, answer + "]}}");
                return;
            }
            exchange.sendResponseHeaders(200, 100_000);
            exchange.getResponseBody().write(answer.getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            exchange.close();
        })) {
            assertThat(client(server, Duration.ofMinutes(1)).query("up", 60)).hasSize(1);
        }
        assertThat(requests).hasValue(3);
    }

    @Test
    void aConnectionThatBreaksAlwaysIsGivenUp() {
        AtomicInteger requests = new AtomicInteger();
        try (LoopbackServer server = new LoopbackServer(exchange -> {
            requests.incrementAndGet();
            exchange.sendResponseHeaders(200, 100_000);
            exchange.getResponseBody().write('{');
            exchange.close();
        })) {
            assertThatThrownBy(() -> client(server, Duration.ofMinutes(1)).query("up", 60))
                    .isInstanceOf(AnswerException.class)
                    .hasMessageContaining("the connection broke");
        }
        assertThat(requests).hasValue(3);
    }

    @Test
    void aPauseThatDoesNotFitIntoTheDeadlineIsNotMade() {
        prometheus.failing(503);
        PrometheusClient client = new PrometheusClient(
                URI.create(prometheus.url()),
                Duration.ofMinutes(1),
                Duration.ofHours(1),
                "",
                Authorities.OF_THE_RUNTIME);

        assertThatThrownBy(() -> client.query("up", 60))
                .isInstanceOf(AnswerException.class)
                .hasMessageContaining("status 503");
    }
}
