package io.koordbridge.manager.clusterview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.koordbridge.kube.client.KubeClients;
import io.koordbridge.kube.client.KubeConnection;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.listwatch.Reflector;
import io.koordbridge.manager.clusterview.ClusterView.ConfigMapRef;
import io.koordbridge.testkit.await.PatientAwaits;
import java.net.InetAddress;
import java.time.Clock;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClusterViewTest {

    private static final String ABSENT = "absent";
    private static final String PRESENT = "present";

    private final KubernetesMockServer server = new KubernetesMockServer(
            new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(), false);
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final CountDownLatch tellingOfAbsence = new CountDownLatch(1);
    private final CountDownLatch mayGoOn = new CountDownLatch(1);

    @AfterEach
    void stop() {
        server.destroy();
    }

    @Test
    void aConfigMapThatAppearsWhileItsAbsenceIsToldIsToldAfterIt() throws InterruptedException {
        server.init(InetAddress.getLoopbackAddress(), 0);
        KubeConnection connection =
                new KubeConnection(null, "http://127.0.0.1:" + server.getPort(), PatientAwaits.PATIENCE, 8);
        try (KubernetesClient client = KubeClients.connect(connection, "cluster-view-test");
                ClusterView view = new ClusterView(
                        new ListWatchSource(client, new MetricRegistry()),
                        new ConfigMapRef("system", "config"),
                        Clock.systemUTC(),
                        Reflector.Readiness.AT_ONCE)) {
            view.addListener(new Slow());
            view.start();
            assertThat(tellingOfAbsence.await(PatientAwaits.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();

            createConfigMap(client);
            await().until(() -> told.contains(PRESENT) || somebodyWaitsToTell());
            mayGoOn.countDown();

            await().untilAsserted(() -> assertThat(told).containsExactly(ABSENT, PRESENT));
        }
    }

    @Test
    void notifiesAFailedListenerAgainBeforeReadiness() {
        server.init(InetAddress.getLoopbackAddress(), 0);
        KubeConnection connection =
                new KubeConnection(null, "http://127.0.0.1:" + server.getPort(), PatientAwaits.PATIENCE, 8);
        AtomicInteger first = new AtomicInteger();
        AtomicInteger failing = new AtomicInteger();
        CountDownLatch mayBegin = new CountDownLatch(1);
        try (KubernetesClient client = KubeClients.connect(connection, "cluster-view-test");
                ClusterView view = new ClusterView(
                        new ListWatchSource(client, new MetricRegistry()),
                        new ConfigMapRef("system", "config"),
                        Clock.systemUTC(),
                        Reflector.Readiness.AT_ONCE)) {
            view.addListener(new ClusterListener() {
                @Override
                public void synced() {
                    first.incrementAndGet();
                }
            });
            view.addListener(new ClusterListener() {
                @Override
                public void synced() {
                    if (failing.incrementAndGet() < 3 || mayBegin.getCount() > 0) {
                        throw new IllegalStateException("not yet");
                    }
                }
            });
            view.start();

            await().until(() -> failing.get() >= 3);
            assertThat(view.synced()).isTrue();
            assertThat(view.announced()).isFalse();
            mayBegin.countDown();
            await().until(view::announced);

            assertThat(first.get()).isEqualTo(1);
        }
    }

    private static void createConfigMap(KubernetesClient client) {
        client.resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withNamespace("system")
                        .withName("config")
                        .endMetadata()
                        .withData(Map.of("colocation-config", "{}"))
                        .build())
                .create();
    }

    /** Whether a thread of the view is held up by another one. */
    private static boolean somebodyWaitsToTell() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getState() == Thread.State.BLOCKED)
                .flatMap(thread -> Arrays.stream(thread.getValue()))
                .anyMatch(place -> place.getClassName().startsWith(ClusterView.class.getName()));
    }

    private final class Slow implements ClusterListener {

        @Override
        public void configMapRead(@Nullable Map<String, String> data) {
            if (data == null) {
                tellingOfAbsence.countDown();
                awaitLeave();
            }
            told.add(data == null ? ABSENT : PRESENT);
        }

        private void awaitLeave() {
            try {
                assertThat(mayGoOn.await(PatientAwaits.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                        .isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
