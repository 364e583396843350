package io.koordbridge.kube.listwatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.device.Device;
import io.koordbridge.kube.client.KubeClients;
import io.koordbridge.kube.client.KubeConnection;
import io.koordbridge.kube.periodic.PeriodicTasks;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Probes hear of a feed whose thread does not come back. */
class HangingReflectorTest {

    private static final String EVENT = """
            {"type": "ADDED", "object": {"kind": "Device", "apiVersion": "scheduling.koordinator.sh/v1alpha1", \
            "metadata": {"name": "n1", "resourceVersion": "8"}}}
            """;

    private final AtomicLong nanos = new AtomicLong();
    private final MetricRegistry metrics = new MetricRegistry();
    private final PeriodicTasks tasks = new PeriodicTasks(metrics, nanos::get);
    private final RawServer server = RawServer.telling(EVENT);
    private final KubernetesClient client =
            KubeClients.connect(new KubeConnection(null, server.url(), Duration.ofSeconds(30), 2), "hanging-feed-test");
    private final CountDownLatch taken = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    @AfterEach
    void stop() throws IOException {
        goOn.countDown();
        client.close();
        server.close();
    }

    @Test
    void isMissedAfterFiveMinutesAndNotOnceItIsClosed() {
        ListWatchSource source = new ListWatchSource(client, metrics, ListWatchSource.Waits.DEFAULTS, tasks);
        UpsertStore<Device> sink = unused -> takeForEver();
        try (Reflector<Device> feed =
                new Reflector<>(source, WatchedKind.all(Device.class), sink, Reflector.Readiness.AT_ONCE)) {
            feed.start();
            await().until(() -> taken.getCount() == 0);

            // A watch on which nothing comes is read for 150 s.
            nanos.addAndGet(Duration.ofMinutes(5).toNanos());
            assertThat(tasks.silent()).isEmpty();
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            assertThat(tasks.silent())
                    .containsExactly("loop devices-feed: no round for 301 s, one is due every 30.0 s");

            goOn.countDown();
            await().until(() -> tasks.silent().isEmpty());
            nanos.addAndGet(Duration.ofHours(1).toNanos());
        }

        assertThat(tasks.silent()).isEmpty();
    }

    private void takeForEver() {
        taken.countDown();
        try {
            goOn.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
