package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.koordbridge.koordlet.audit.AuditLog;
import io.koordbridge.koordlet.evict.EvictionOrder;
import io.koordbridge.koordlet.evict.EvictionTask;
import io.koordbridge.koordlet.evict.Pool;
import io.koordbridge.koordlet.evict.Victim;
import io.koordbridge.koordlet.gate.FeatureGates;
import io.koordbridge.koordlet.gate.Gate;
import io.koordbridge.koordlet.yarn.PluginTrust;
import io.koordbridge.koordlet.yarn.YarnContainer;
import io.koordbridge.koordlet.yarn.YarnPlugin;
import io.koordbridge.kube.event.EventRecorder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EvictionsTest {

    private static final Victim POD = Victim.pod("u1", "jobs", "one");
    private static final String DETAIL =
            "koordlet_pod_eviction_detail{node=n1,pod_name=one,pod_namespace=jobs,reason=BEMemoryEvict}";

    @TempDir
    private Path temp;

    private final MetricRegistry metrics = new MetricRegistry();
    private final Clock clock = Clock.systemUTC();
    private final AuditLog audit = new AuditLog(event -> {}, clock);
    private HttpServer server;
    private KubernetesClient client;
    private EventRecorder events;

    /** An API server that takes everything. */
    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                byte[] body = "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Success\"}"
                        .getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(201, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        server.start();
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                .build();
        client = new KubernetesClientBuilder().withConfig(config).build();
        events = new EventRecorder(client, "koordlet", clock, metrics);
    }

    @AfterEach
    void end() {
        events.close();
        client.close();
        server.stop(0);
    }

    private Evictions evictions(boolean observesOnly) {
        Node node =
                new NodeBuilder().withNewMetadata().withName("n1").endMetadata().build();
        YarnPlugin plugin = new YarnPlugin(temp, PluginTrust.OF_DIRECTORY, problem -> {});
        return new Evictions(
                new Evictions.Parts(client, events, () -> node, plugin, metrics, problem -> {}),
                Map.of(Pool.MEMORY, Duration.ofSeconds(4), Pool.CPU, Duration.ofSeconds(4)),
                observesOnly,
                clock,
                clock);
    }

    private EvictionOrder order() {
        return new EvictionOrder(
                Pool.MEMORY,
                clock.instant(),
                List.of(new EvictionTask(
                        Gate.BE_MEMORY_EVICT,
                        EvictionTask.Counted.USED,
                        Map.of("memory", 1L),
                        List.of(POD),
                        Map.of(POD.id(), Map.of("memory", 1L)))),
                Set.of());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anEvictedPodIsCountedAndRecordedWithTheGate(boolean gate) {
        try (Evictions evictions = evictions(false)) {
            evictions.recordIn(audit, new FeatureGates(Map.of("AuditEvents", gate)));
            evictions.accept(order());

            await().atMost(Duration.ofSeconds(30))
                    .until(() -> metrics.getCounters().containsKey(DETAIL));
            evictions.forgetOld();
            assertThat(metrics.counter(DETAIL).getCount()).isEqualTo(1);
            if (gate) {
                await().atMost(Duration.ofSeconds(30))
                        .untilAsserted(() -> assertThat(audit.newest(5))
                                .singleElement()
                                .satisfies(event -> assertThat(event.type() + " " + event.namespace() + "/"
                                                + event.name() + " " + event.reason() + " " + event.message())
                                        .isEqualTo("pod jobs/one evicted by feature BEMemoryEvict")));
                assertThat(audit.lastWrite()).isEmpty();
            }
        }
        assertThat(audit.newest(5)).hasSize(gate ? 1 : 0);
    }

    @Test
    void theEventNamesTheMemoryOfContainers() {
        Victim sized = Victim.container("container_1_0001_01_000002");
        Victim other = Victim.container("container_1_0001_01_000003");
        YarnContainer container =
                new YarnContainer(sized.id(), "application_1_0001", "RUNNING", null, null, null, 1L, 2048L, null);

        assertThat(Evictions.words(Pool.MEMORY, List.of(POD, other, sized), List.of(container)))
                .isEqualTo("short of memory, evicted container_1_0001_01_000002 (2048 MiB), container_1_0001_01_000003,"
                        + " jobs/one");
    }

    @Test
    void anAgentThatOnlyObservesEvictsNothing() {
        try (Evictions evictions = evictions(true)) {
            evictions.accept(order());
        }
        assertThat(metrics.getCounters()).doesNotContainKey(DETAIL);
    }
}
