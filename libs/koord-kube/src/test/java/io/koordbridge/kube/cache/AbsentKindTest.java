package io.koordbridge.kube.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import com.sun.net.httpserver.HttpExchange;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.koordbridge.api.device.Device;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.listwatch.Reflector;
import io.koordbridge.kube.listwatch.WatchedKind;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.testkit.http.LoopbackServer;
import io.koordbridge.testkit.log.CapturedLog;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

class AbsentKindTest {

    private static final String LIST = """
            {"kind": "DeviceList", "apiVersion": "scheduling.koordinator.sh/v1alpha1",
             "metadata": {"resourceVersion": "7"},
             "items": [{"kind": "Device", "apiVersion": "scheduling.koordinator.sh/v1alpha1",
                        "metadata": {"name": "n1", "resourceVersion": "5"}}]}
            """;
    private static final String WATCH_ERROR =
            "{\"type\": \"ERROR\", \"object\": {\"kind\": \"Status\", \"code\": 500}}\n";
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int FORBIDDEN = 403;

    private final AtomicInteger answer = new AtomicInteger(NOT_FOUND);
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger lists = new AtomicInteger();
    private volatile boolean watchesFail;
    private final List<String> news = new CopyOnWriteArrayList<>();
    private final StrippedStore<Device> store = StrippedStore.whole(new Recorder());
    private LoopbackServer server;
    private final MetricRegistry metrics = new MetricRegistry();
    private KubernetesClient client;
    private ListWatchSource source;
    private KindCache<Device> kind;

    private final class Recorder implements StrippedStore.Watcher<Device> {

        @Override
        public void put(@Nullable Device before, Device kept, Device whole) {
            news.add("put " + kept.getMetadata().getName());
        }

        @Override
        public void gone(Device kept) {
            news.add("gone " + kept.getMetadata().getName());
        }
    }

    @BeforeEach
    void start() {
        server = new LoopbackServer(this::serve);
        Config config = Config.empty();
        config.setMasterUrl(server.url());
        config.setRequestRetryBackoffLimit(0);
        config.setWatchReconnectInterval(20);
        client = new KubernetesClientBuilder().withConfig(config).build();
        source = new ListWatchSource(
                client, metrics, new ListWatchSource.Waits(Duration.ofMillis(10), Duration.ofMillis(50)));
        kind = new KindCache<>(source, WatchedKind.all(Device.class).ifInstalled(Duration.ofMillis(20)), store);
    }

    @AfterEach
    void stop() {
        kind.close();
        client.close();
        server.close();
    }

    private void serve(HttpExchange exchange) throws IOException {
        int code = answer.get();
        // Only now, so that a test that saw the request may change what the next one is answered.
        requests.incrementAndGet();
        if (code == OK && LoopbackServer.isWatch(exchange)) {
            LoopbackServer.begin(exchange);
            if (watchesFail) {
                LoopbackServer.tell(exchange, WATCH_ERROR);
                exchange.close();
            } else {
                server.keep(exchange);
            }
            return;
        }
        lists.incrementAndGet();
        LoopbackServer.answer(exchange, code, code == OK ? LIST : "{}");
    }

    @Test
    void aKindThatIsNotInstalledHasNoObjectsAndIsFoundLater() {
        kind.start();
        await().until(kind::synced);
        assertThat(store.names()).isEmpty();
        assertThat(kind.following()).isFalse();
        await().untilAsserted(() -> assertThat(metrics.gauge(MetricNames.of("koord_feed_following", "kind", "devices"))
                        .getValue())
                .as("nothing to follow")
                .isEqualTo(Double.NaN));

        answer.set(OK);

        await().untilAsserted(() -> assertThat(news).containsExactly("put n1"));
        await().until(kind::synced);
    }

    @Test
    void aKindThatIsRemovedTakesItsObjectsWithItAndIsLookedForAgain() {
        answer.set(OK);
        kind.start();
        await().until(() -> kind.synced() && !server.kept().isEmpty());

        answer.set(NOT_FOUND);
        server.kept().forEach(HttpExchange::close);
        await().untilAsserted(() -> assertThat(news).containsExactly("put n1", "gone n1"));
        answer.set(OK);

        await().untilAsserted(() -> assertThat(news).containsExactly("put n1", "gone n1", "put n1"));
    }

    @Test
    void aKindThatHasToExistIsWaitedForAndWhatIsKnownOfItStays() {
        kind.close();
        kind = new KindCache<>(source, WatchedKind.all(Device.class), store);
        kind.start();
        await().during(Duration.ofMillis(200)).until(() -> !kind.synced());

        answer.set(OK);
        await().until(() -> kind.synced() && !server.kept().isEmpty());
        answer.set(NOT_FOUND);
        int before = requests.get();
        server.kept().forEach(HttpExchange::close);

        await().until(() -> requests.get() >= before + 2);
        assertThat(kind.synced()).isTrue();
        assertThat(news).containsExactly("put n1");
    }

    @Test
    void anObjectThatCannotBeTakenOverKeepsNoOtherBack() {
        answer.set(OK);
        kind.close();
        kind = new KindCache<>(
                source, WatchedKind.all(Device.class), new StrippedStore<>(this::refuse, new Recorder()));
        kind.start();

        await().until(kind::synced);

        assertThat(news).isEmpty();
    }

    private Device refuse(Device device) {
        throw new IllegalArgumentException("not this one");
    }

    @Test
    void aKindThatCannotBeFollowedIsALineAndSoIsItsReturn() {
        try (CapturedLog logged = CapturedLog.of(Reflector.class)) {
            answer.set(FORBIDDEN);
            kind.start();
            await().until(() -> requests.get() >= 5);
            answer.set(OK);
            await().until(() -> kind.synced() && !server.kept().isEmpty());
            await().until(() ->
                    logged.lines().stream().anyMatch(line -> line.text().contains("followed again")));

            // A reflector of the test before may still say that its client is closed.
            assertThat(logged.lines(Level.WARN))
                    .filteredOn(line -> line.text().contains("403"))
                    .singleElement()
                    .satisfies(line -> assertThat(line.text()).contains("devices"));
            assertThat(logged.lines())
                    .filteredOn(line -> line.text().contains("followed again"))
                    .hasSize(1);
        }
    }

    @Test
    void countsRequestsByOutcomeAndWhetherChangesArrive() {
        String following = MetricNames.of("koord_feed_following", "kind", "devices");
        answer.set(FORBIDDEN);
        kind.start();
        await().until(() -> requests.get() >= 1);
        assertThat(metrics.gauge(following).getValue()).isEqualTo(0.0);
        answer.set(OK);
        await().until(kind::following);
        assertThat(metrics.gauge(following).getValue()).isEqualTo(1.0);

        await().until(() -> !server.kept().isEmpty());
        server.kept().remove().close();

        await().until(() -> finished("watch", "ok") == 1);
        assertThat(finished("list", "403")).isPositive();
        assertThat(finished("list", "ok")).isEqualTo(1);
        assertThat(metrics.timer(MetricNames.of("koord_feed_list_seconds", "kind", "devices"))
                        .getCount())
                .isEqualTo(1);
        kind.close();
        assertThat(metrics.gauge(following).getValue()).isEqualTo(Double.NaN);
    }

    private long finished(String verb, String outcome) {
        return metrics.counter(MetricNames.of(
                        "koord_feed_requests_total", "kind", "devices", "verb", verb, "outcome", outcome))
                .getCount();
    }

    @Test
    void aVersionWhoseWatchesBeginAndFailIsGivenUpForANewList() {
        answer.set(OK);
        watchesFail = true;
        kind.start();

        await().until(() -> lists.get() >= 2);

        assertThat(kind.synced()).isTrue();
    }

    @Test
    void aKindThatMayNotBeReadIsNotTakenForAbsent() {
        answer.set(FORBIDDEN);
        kind.start();
        await().during(Duration.ofMillis(200)).until(() -> !kind.synced());

        answer.set(OK);

        await().until(kind::synced);
        assertThat(store.names()).containsExactly("n1");
    }
}
