package io.koordbridge.kube.listwatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.kube.client.KubeClients;
import io.koordbridge.kube.client.KubeConnection;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class PodsOfNodeTest {

    private static final int GONE = 410;
    private static final String OF_NODE = "fieldSelector=spec.nodeName=n1&resourceVersion=";

    private static final String TYPE = "application/vnd.kubernetes.protobuf";

    private final List<String> lists = new CopyOnWriteArrayList<>();
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private HttpHandler listing = this::empty;

    private void follow(Runnable then) {
        UpsertStore<Pod> sink = pod -> seen.add(pod.getMetadata().getName());
        ListWatchSource.Waits waits = new ListWatchSource.Waits(Duration.ofMillis(10), Duration.ofMillis(50));
        try (LoopbackServer server = new LoopbackServer(this::serve);
                KubernetesClient client = KubeClients.connect(
                        new KubeConnection(null, server.url(), Duration.ofSeconds(30), 2), "pods-of-node-test");
                Reflector<Pod> feed = new Reflector<>(
                        new ListWatchSource(client, new MetricRegistry(), waits),
                        WatchedKind.podsOfNode("n1"),
                        sink,
                        Reflector.Readiness.AT_ONCE)) {
            feed.start();
            then.run();
        }
    }

    @Test
    void areListedFromMemoryAndFreshOnceThatWasTooOld() {
        follow(() -> await().until(() -> lists.size() >= 2));

        assertThat(lists.subList(0, 2)).containsExactly(OF_NODE + "0", OF_NODE);
    }

    @Test
    void areTakenWhileTheListArrives() {
        listing = exchange -> {
            byte[] list = list("first", "second");
            begin(exchange, list, list.length / 2);
            await().until(() -> seen.contains("first"));
            exchange.getResponseBody().write(list, list.length / 2, list.length - list.length / 2);
            exchange.close();
        };

        follow(() -> await().until(() -> seen.contains("second")));

        assertThat(seen.subList(0, 2)).containsExactly("first", "second");
    }

    @Test
    void areListedAnewWhenTheListBreaksOff() {
        listing = exchange -> {
            byte[] list = list("first", "second");
            boolean whole = lists.size() > 1;
            begin(exchange, list, whole ? list.length : list.length / 2);
            exchange.close();
        };

        follow(() -> await().until(() -> seen.contains("second")));

        assertThat(seen.subList(0, 3)).containsExactly("first", "first", "second");
        assertThat(lists.subList(0, 2)).containsExactly(OF_NODE + "0", OF_NODE);
    }

    private static void begin(HttpExchange exchange, byte[] list, int length) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", TYPE);
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().write(list, 0, length);
        exchange.getResponseBody().flush();
    }

    /** Pods of the same length, so that the first one is in the first half. */
    private static byte[] list(String... names) {
        ProtoWriter pods = new ProtoWriter().message(1, new ProtoWriter().text(2, "7"));
        for (String name : names) {
            ProtoWriter metadata =
                    new ProtoWriter().text(1, name).text(3, "team").text(5, "u".repeat(100));
            pods.message(2, new ProtoWriter().message(1, metadata));
        }
        return ProtoWriter.envelope("PodList", pods.message(15, new ProtoWriter().text(1, "u".repeat(60))));
    }

    /** Versions of the memory of a server that is behind are too old for another one. */
    private void serve(HttpExchange exchange) throws IOException {
        if (LoopbackServer.isWatch(exchange)) {
            LoopbackServer.answer(exchange, GONE, TYPE, new byte[0]);
            return;
        }
        lists.add(exchange.getRequestURI().getQuery());
        listing.handle(exchange);
    }

    private void empty(HttpExchange exchange) throws IOException {
        LoopbackServer.answer(exchange, 200, TYPE, list());
    }
}
