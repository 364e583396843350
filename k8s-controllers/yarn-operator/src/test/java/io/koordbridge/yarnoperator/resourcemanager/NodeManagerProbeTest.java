package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import com.sun.net.httpserver.HttpServer;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.testkit.ManualClock;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.lease.NodeManagerReport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodeManagerProbeTest {

    private static final NodeManagerRef REF = new NodeManagerRef("", "nm-0", 8041);
    private static final Duration SOON = Duration.ofSeconds(30);

    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final MetricRegistry metrics = new MetricRegistry();
    private final NodeManagerProbe probe = new NodeManagerProbe(clock, metrics);
    private HttpServer server;
    private String address;
    private volatile int status = 200;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        address = "127.0.0.1:" + server.getAddress().getPort();
        server.createContext("/ws/v1/node/", exchange -> {
            String body = exchange.getRequestURI().getPath().endsWith("/info")
                    ? "{\"nodeInfo\":{\"totalVCoresAllocatedContainers\":7,\"totalPmemAllocatedContainersMB\":6144,\"nmStartupTime\":1700000000000}}"
                    : "{\"containers\":{}}";
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void end() {
        server.stop(0);
    }

    private void ask(String status) {
        long before = count(status);
        clock.advance(Duration.ofSeconds(1));
        assertThat(probe.ask(REF, address, KnownMasters.BY_ID, () -> {})).isTrue();
        await().atMost(SOON).until(() -> count(status) > before);
    }

    private long count(String status) {
        return metrics.getCounters().entrySet().stream()
                .filter(one -> one.getKey().contains("koord_yarn_node_probe_total")
                        && one.getKey().contains(status))
                .mapToLong(one -> one.getValue().getCount())
                .sum();
    }

    @Test
    void oneThatAnswersIsNotDown() {
        ask("succeeded");

        assertThat(probe.word(REF)).map(NodeManagerReport::capacity).contains(new YarnAmount(7, 6144));
        assertThat(probe.down(REF)).isFalse();
    }

    @Test
    void oneThatRefusesConnectionsIsDownForAMinuteAtMost() {
        ask("succeeded");
        server.stop(0);
        ask("failed");
        await().atMost(SOON).until(() -> probe.down(REF));

        for (int second = 0; second < 55; second++) {
            ask("failed");
        }
        await().atMost(SOON).until(() -> probe.down(REF));
        for (int second = 0; second < 10; second++) {
            ask("failed");
        }

        assertThat(probe.down(REF)).isFalse();
    }

    @Test
    void oneThatNeverAnsweredIsNotKnownToRestart() {
        server.stop(0);
        ask("failed");

        assertThat(probe.down(REF)).isFalse();
    }

    @Test
    void oneThatDeniesTheQuestionIsSaidUntilItAnswers() {
        status = 401;
        ask("denied");
        assertThat(probe.problem(REF)).contains("web server of NodeManager nm-0:8041 cannot be asked: status 401");
        assertThat(probe.word(REF)).isEmpty();
        assertThat(refusing()).isEqualTo(1);
        ask("denied");
        assertThat(refusing()).isEqualTo(1);

        status = 200;
        ask("succeeded");
        await().atMost(SOON).until(() -> probe.problem(REF).isEmpty());
        assertThat(refusing()).isZero();
    }

    private int refusing() {
        return (int) metrics.getGauges().get("koord_yarn_node_probe_refusing").getValue();
    }

    @Test
    void oneThatNeverAnsweredIsSaidToBeOutOfReachAfterSomeQuestions() {
        server.stop(0);
        ask("failed");
        ask("failed");
        assertThat(probe.problem(REF)).isEmpty();

        ask("failed");
        await().atMost(SOON).until(() -> probe.problem(REF).isPresent());
        assertThat(probe.problem(REF).orElseThrow()).endsWith("it refuses connections, or cannot be reached");
    }

    @Test
    void oneThatRestartsIsNotSaidToBeOutOfReach() {
        ask("succeeded");
        server.stop(0);
        for (int i = 0; i < 5; i++) {
            ask("failed");
        }
        await().atMost(SOON).until(() -> probe.down(REF));

        assertThat(probe.problem(REF)).isEmpty();
    }

    @Test
    void itIsKnownWhenItsProcessStarted() {
        assertThat(probe.startedAt(REF)).isZero();
        ask("succeeded");

        assertThat(probe.startedAt(REF)).isEqualTo(1_700_000_000_000L);
    }
}
