package io.koordbridge.kube.listwatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import com.sun.net.httpserver.HttpExchange;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.device.Device;
import io.koordbridge.kube.client.KubeClients;
import io.koordbridge.kube.client.KubeConnection;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Answers before the first list that are not in the encoding of the feed. */
class OtherEncodingTest {

    private static final String LIST = """
            {"kind": "DeviceList", "apiVersion": "scheduling.koordinator.sh/v1alpha1",
             "metadata": {"resourceVersion": "7"}, "items": []}
            """;
    private static final String PAGE = "<html>the server is away</html>";

    private final AtomicInteger lists = new AtomicInteger();
    private final AtomicBoolean refused = new AtomicBoolean();
    private volatile int otherwise;
    private volatile int code;
    private LoopbackServer server;
    private KubernetesClient client;

    @BeforeEach
    void start() {
        server = new LoopbackServer(this::serve);
        client = KubeClients.connect(
                new KubeConnection(null, server.url(), Duration.ofSeconds(30), 2), "other-encoding-test");
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private void serve(HttpExchange exchange) throws IOException {
        if (LoopbackServer.isWatch(exchange)) {
            LoopbackServer.answer(exchange, 200, "");
        } else if (lists.incrementAndGet() <= otherwise) {
            LoopbackServer.answer(exchange, code, "text/html", PAGE);
        } else {
            LoopbackServer.answer(exchange, 200, LIST);
        }
    }

    private Reflector<Device> feed() {
        ListWatchSource.Waits waits = new ListWatchSource.Waits(Duration.ofMillis(5), Duration.ofMillis(20));
        ListWatchSource source = new ListWatchSource(client, new MetricRegistry(), waits);
        return new Reflector<>(
                source, WatchedKind.all(Device.class), new RefusedStore<>(refused), Reflector.Readiness.AT_ONCE);
    }

    @Test
    void pagesOfAProxyAreWaitedFor() {
        code = 200;
        otherwise = 20;
        try (Reflector<Device> feed = feed()) {
            feed.start();

            await().until(feed::synced);
        }
        assertThat(refused).isFalse();
    }

    @Test
    void twoAnswersOfAnotherServerChangeNothing() {
        code = 406;
        otherwise = 2;
        try (Reflector<Device> feed = feed()) {
            feed.start();

            await().until(feed::synced);
        }
        assertThat(refused).isFalse();
    }

    @Test
    void aServerThatDoesNotSpeakTheEncodingIsBelievedTheThirdTime() {
        code = 406;
        otherwise = Integer.MAX_VALUE;
        try (Reflector<Device> feed = feed()) {
            feed.start();

            await().untilTrue(refused);
            assertThat(feed.synced()).isFalse();
        }
        assertThat(lists).hasValue(3);
    }
}
