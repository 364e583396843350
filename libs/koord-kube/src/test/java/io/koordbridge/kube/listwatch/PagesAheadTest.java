package io.koordbridge.kube.listwatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import com.sun.net.httpserver.HttpExchange;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.kube.client.KubeClients;
import io.koordbridge.kube.client.KubeConnection;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PagesAheadTest {

    private static final String TYPE = "application/vnd.kubernetes.protobuf";
    private static final int OK = 200;
    private static final int GONE = 410;
    private static final String AFTER_THE_NEXT = "first, after the next page was asked for";

    private final CountDownLatch nextAsked = new CountDownLatch(1);
    private final AtomicInteger expired = new AtomicInteger();
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final MetricRegistry metrics = new MetricRegistry();
    private LoopbackServer server;
    private KubernetesClient client;

    @BeforeEach
    void start() {
        server = new LoopbackServer(this::serve);
        client = KubeClients.connect(
                new KubeConnection(null, server.url(), Duration.ofSeconds(30), 2), "pages-ahead-test");
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @Test
    void theNextPageIsAskedForBeforeTheObjectsOfTheLastOneAreTaken() {
        try (Reflector<Pod> feed = feed()) {
            feed.start();
            await().until(feed::synced);
        }

        assertThat(seen).containsExactly(AFTER_THE_NEXT, "second");
        assertThat(requests("ok")).isEqualTo(2);
    }

    @Test
    void aPageWhoseTokenIsTooOldBeginsTheListAnew() {
        expired.set(1);
        try (Reflector<Pod> feed = feed()) {
            feed.start();
            await().until(feed::synced);
        }

        assertThat(seen).containsExactly(AFTER_THE_NEXT, AFTER_THE_NEXT, "second");
        assertThat(requests("410")).isOne();
        assertThat(requests("ok")).isEqualTo(3);
    }

    private Reflector<Pod> feed() {
        ListWatchSource.Waits waits = new ListWatchSource.Waits(Duration.ofMillis(10), Duration.ofMillis(50));
        ListWatchSource source = new ListWatchSource(client, metrics, waits);
        UpsertStore<Pod> sink = this::take;
        return new Reflector<>(source, WatchedKind.PODS, sink, Reflector.Readiness.AT_ONCE);
    }

    private long requests(String outcome) {
        return metrics.counter(
                        MetricNames.of("koord_feed_requests_total", "kind", "pods", "verb", "list", "outcome", outcome))
                .getCount();
    }

    private void serve(HttpExchange exchange) throws IOException {
        String query = exchange.getRequestURI().getQuery();
        if (LoopbackServer.isWatch(exchange)) {
            server.keep(exchange);
            return;
        }
        if (!query.contains("continue=2")) {
            LoopbackServer.answer(exchange, OK, TYPE, page("first", "2"));
            return;
        }
        nextAsked.countDown();
        boolean tooOld = expired.getAndDecrement() > 0;
        LoopbackServer.answer(exchange, tooOld ? GONE : OK, TYPE, page("second", ""));
    }

    private static byte[] page(String name, String continuation) {
        ProtoWriter metadata = new ProtoWriter().text(1, name).text(3, "team").text(5, name + "-uid");
        return ProtoWriter.envelope(
                "PodList",
                new ProtoWriter()
                        .message(1, new ProtoWriter().text(2, "7").text(3, continuation))
                        .message(2, new ProtoWriter().message(1, metadata)));
    }

    /** Takes the first pod only when the next page was asked for, or after a long while. */
    private void take(Pod pod) {
        String name = pod.getMetadata().getName();
        seen.add(name.equals("first") && wasNextAsked() ? AFTER_THE_NEXT : name);
    }

    private boolean wasNextAsked() {
        try {
            return nextAsked.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
