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
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WatchFailureTest {

    private static final Pattern VERSION = Pattern.compile("resourceVersion=(\\d+)");
    private static final String LIST = """
            {"kind": "DeviceList", "apiVersion": "scheduling.koordinator.sh/v1alpha1",
             "metadata": {"resourceVersion": "7"}, "items": []}
            """;
    private static final String EVENT = """
            {"type": "%s", "object": {"kind": "Device", "apiVersion": "scheduling.koordinator.sh/v1alpha1", \
            "metadata": {"name": "n1", "resourceVersion": "%d"}}}
            """;

    private final StatesSeen states = new StatesSeen();
    private final List<Integer> watchedFrom = new CopyOnWriteArrayList<>();
    private volatile String end = "";
    private LoopbackServer server;
    private KubernetesClient client;

    @BeforeEach
    void start() {
        server = new LoopbackServer(this::serve);
        client = KubeClients.connect(
                new KubeConnection(null, server.url(), Duration.ofSeconds(30), 2), "watch-failure-test");
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\": \"ERROR\", \"object\": {\"kind\": \"Status\", \"code\": 500}}\n",
                "this is not an event\n"
            })
    void theNextWatchGoesOnFromWhereTheFailedOneHadCome(String howItEnds) {
        end = howItEnds;
        ListWatchSource.Waits waits = new ListWatchSource.Waits(Duration.ofMillis(10), Duration.ofMillis(50));
        ListWatchSource source = new ListWatchSource(client, new MetricRegistry(), waits);
        try (Reflector<Device> feed =
                new Reflector<>(source, WatchedKind.all(Device.class), states, Reflector.Readiness.AT_ONCE)) {
            feed.start();
            await().until(() -> states.versions().contains("10"));
        }

        assertThat(watchedFrom).containsExactly(7, 9);
        assertThat(states.versions()).containsExactly("8", "9", "10");
    }

    /** What changes at version 8, 9 and 10; the first watch fails after 9, the next one goes on. */
    private void serve(HttpExchange exchange) throws IOException {
        if (!LoopbackServer.isWatch(exchange)) {
            LoopbackServer.answer(exchange, 200, LIST);
            return;
        }
        LoopbackServer.begin(exchange);
        Matcher version = VERSION.matcher(exchange.getRequestURI().getQuery());
        int from = version.find() ? Integer.parseInt(version.group(1)) : 0;
        watchedFrom.add(from);
        boolean first = watchedFrom.size() == 1;
        int last = first ? 9 : 10;
        for (int each = from + 1; each <= last; each++) {
            LoopbackServer.tell(exchange, EVENT.formatted(each == 8 ? "ADDED" : "MODIFIED", each));
        }
        if (first) {
            LoopbackServer.tell(exchange, end);
            exchange.close();
        } else {
            server.keep(exchange);
        }
    }
}
