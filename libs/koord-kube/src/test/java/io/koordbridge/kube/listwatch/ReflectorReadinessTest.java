package io.koordbridge.kube.listwatch;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.kube.EmptyCluster;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReflectorReadinessTest {

    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicBoolean ready = new AtomicBoolean();
    private final AtomicBoolean answered = new AtomicBoolean();
    private final EmptyCluster cluster = EmptyCluster.start("pod-feed-test");
    private final KubernetesMockServer server = cluster.server();
    private final ListWatchSource source = new ListWatchSource(cluster.client(), new MetricRegistry());

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void asksForNoPodsBeforeTheyCanBeUsed() {
        try (Reflector<Pod> feed = feed(Duration.ofMinutes(5))) {
            feed.start();
            Awaitility.await().until(() -> looks.get() >= 3);
            assertThat(server.getRequestCount()).isZero();

            ready.set(true);

            Awaitility.await().untilTrue(answered);
        }
    }

    @Test
    void beginsNeverthelessWhenPatienceEnds() {
        try (Reflector<Pod> feed = feed(Duration.ofMillis(50))) {
            feed.start();

            Awaitility.await().untilTrue(answered);
            assertThat(ready).isFalse();
        }
    }

    @Test
    void saysOfACustomKindTooThatItsEncodingIsNotSpoken() {
        WatchedKind<NodeMetric> kind = WatchedKind.all(NodeMetric.class, 2);
        try (Reflector<NodeMetric> feed =
                new Reflector<>(source, kind, new RefusedStore<>(answered), Reflector.Readiness.AT_ONCE)) {
            feed.start();

            Awaitility.await().untilTrue(answered);
            assertThat(feed.synced()).isFalse();
        }
    }

    private Reflector<Pod> feed(Duration patience) {
        return new Reflector<>(
                source, WatchedKind.PODS, new RefusedStore<>(answered), new Reflector.Readiness(this::look, patience));
    }

    private boolean look() {
        looks.incrementAndGet();
        return ready.get();
    }
}
