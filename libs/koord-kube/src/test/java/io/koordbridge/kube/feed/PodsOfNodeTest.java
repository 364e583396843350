package io.koordbridge.kube.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import com.sun.net.httpserver.HttpExchange;
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

    private final List<String> lists = new CopyOnWriteArrayList<>();

    @Test
    void areAskedForAsTheApiServerHasThemInMemoryAndFreshOnceThatWasTooOld() {
        PutSink<Pod> sink = pod -> {};
        FeedSource.Waits waits = new FeedSource.Waits(Duration.ofMillis(10), Duration.ofMillis(50));
        try (LoopbackServer server = new LoopbackServer(this::serve);
                KubernetesClient client = KubeClients.connect(
                        new KubeConnection(null, server.url(), Duration.ofSeconds(30), 2), "pods-of-node-test");
                ObjectFeed<Pod> feed = new ObjectFeed<>(
                        new FeedSource(client, new MetricRegistry(), waits),
                        FeedKind.podsOfNode("n1"),
                        sink,
                        ObjectFeed.Readiness.AT_ONCE)) {
            feed.start();

            await().until(() -> lists.size() >= 2);
        }
        assertThat(lists.subList(0, 2)).containsExactly(OF_NODE + "0", OF_NODE);
    }

    /** Versions of the memory of a server that is behind are too old for another one. */
    private void serve(HttpExchange exchange) throws IOException {
        String type = "application/vnd.kubernetes.protobuf";
        if (LoopbackServer.isWatch(exchange)) {
            LoopbackServer.answer(exchange, GONE, type, new byte[0]);
            return;
        }
        lists.add(exchange.getRequestURI().getQuery());
        ProtoWriter metadata = new ProtoWriter().text(2, "7");
        LoopbackServer.answer(
                exchange, 200, type, ProtoWriter.envelope("PodList", new ProtoWriter().message(1, metadata)));
    }
}
