package io.koordbridge.kube.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.koordbridge.kube.client.KubeClients;
import io.koordbridge.kube.client.KubeConnection;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FeedReadinessTest {

    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicBoolean ready = new AtomicBoolean();
    private final AtomicBoolean answered = new AtomicBoolean();
    private KubernetesMockServer server;
    private KubernetesClient client;

    @BeforeEach
    void start() {
        server = new KubernetesMockServer(
                new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(List.of()), false);
        server.init();
        String url = "http://127.0.0.1:" + server.getPort();
        client = KubeClients.connect(new KubeConnection(null, url, Duration.ofSeconds(5), 8), "pod-feed-test");
    }

    @AfterEach
    void stop() {
        client.close();
        server.destroy();
    }

    @Test
    void asksForNoPodsBeforeTheyCanBeUsed() {
        try (ObjectFeed<Pod> feed = feed(Duration.ofMinutes(5))) {
            feed.start();
            Awaitility.await().until(() -> looks.get() >= 3);
            assertThat(server.getRequestCount()).isZero();

            ready.set(true);

            Awaitility.await().untilTrue(answered);
        }
    }

    @Test
    void beginsNeverthelessWhenPatienceEnds() {
        try (ObjectFeed<Pod> feed = feed(Duration.ofMillis(50))) {
            feed.start();

            Awaitility.await().untilTrue(answered);
            assertThat(ready).isFalse();
        }
    }

    private ObjectFeed<Pod> feed(Duration patience) {
        return new ObjectFeed<>(client, FeedKind.PODS, new Sink(), new ObjectFeed.Readiness(this::look, patience));
    }

    private boolean look() {
        looks.incrementAndGet();
        return ready.get();
    }

    /** The server of this test answers in JSON, which the feed says of it. */
    private final class Sink implements FeedSink<Pod> {

        @Override
        public void listing() {}

        @Override
        public void put(Pod pod) {}

        @Override
        public void remove(@Nullable String namespace, String name) {}

        @Override
        public void listed() {}

        @Override
        public void unsupported() {
            answered.set(true);
        }
    }
}
