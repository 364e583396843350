package io.koordbridge.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.kube.leader.LeaderConfig;
import io.koordbridge.kube.leader.LeaderGate;
import io.koordbridge.kube.write.ObjectCalls;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EdgeTest {

    private final MetricRegistry metrics = new MetricRegistry();
    private final EmptyCluster cluster = EmptyCluster.start("edge-test");
    private final KubernetesMockServer server = cluster.server();
    private final KubernetesClient client = cluster.client();

    @BeforeEach
    void start() {
        client.resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName("n1")
                        .endMetadata()
                        .build())
                .create();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void createsAnObjectInOneRequest() {
        int before = server.getRequestCount();

        Node created = new ObjectCalls(client)
                .create(new NodeBuilder()
                        .withNewMetadata()
                        .withName("n2")
                        .endMetadata()
                        .build());

        assertThat(server.getRequestCount() - before).isEqualTo(1);
        assertThat(created.getMetadata().getName()).isEqualTo("n2");
        assertThat(client.nodes().withName("n2").get()).isNotNull();
    }

    @Test
    void mergesEqualEvents() {
        try (EventRecorder recorder = new EventRecorder(client, "test", Clock.systemUTC(), metrics)) {
            Node node = client.nodes().withName("n1").get();
            for (int i = 0; i < 5; i++) {
                recorder.record(node, EventType.WARNING, "BadConfig", "key x: 5 is not in 0..1");
            }

            Awaitility.await().until(() -> !events().isEmpty());
        }
        assertThat(events()).hasSize(1);
        assertThat(events().get(0).getInvolvedObject().getName()).isEqualTo("n1");
    }

    @Test
    void anEmptyNamespaceOfAnObjectIsNone() {
        Node node = client.nodes().withName("n1").get();
        node.getMetadata().setNamespace("");
        try (EventRecorder recorder = new EventRecorder(client, "test", Clock.systemUTC(), metrics)) {
            recorder.record(node, EventType.WARNING, "Empty", "said once");
            Awaitility.await().until(() -> !events().isEmpty());
        }

        assertThat(events())
                .singleElement()
                .satisfies(event ->
                        assertThat(event.getInvolvedObject().getNamespace()).isNull());
    }

    private List<Event> events() {
        return client.v1().events().inNamespace("default").list().getItems();
    }

    @Test
    void onlyOneOfTwoReplicasLeadsAndTheOtherFollows() {
        AtomicInteger leaders = new AtomicInteger();
        LeaderGate first = new LeaderGate(client, quick("a"), metrics);
        LeaderGate second = new LeaderGate(client, quick("b"), metrics);
        try (second) {
            first.start(leaders::incrementAndGet, leaders::decrementAndGet);
            Awaitility.await().until(first::isLeader);
            second.start(leaders::incrementAndGet, leaders::decrementAndGet);

            assertThat(first.validFor(Duration.ofMillis(200))).isTrue();
            assertThat(first.validFor(Duration.ofHours(1))).isFalse();
            assertThat(second.isLeader()).isFalse();
            first.close();
            Awaitility.await().until(second::isLeader);
            assertThat(first.validFor(Duration.ZERO)).isFalse();
        }
    }

    @Test
    void withoutElectionTheReplicaActsAtOnce() {
        LeaderConfig off = LeaderConfig.of(false, "default", "lease-off", "x");
        try (LeaderGate gate = new LeaderGate(client, off, metrics)) {
            gate.start(() -> {}, () -> {});

            assertThat(gate.isLeader()).isTrue();
            assertThat(gate.validFor(Duration.ofHours(1))).isTrue();
        }
    }

    private static LeaderConfig quick(String identity) {
        return new LeaderConfig(
                true,
                "default",
                "lease-0",
                identity,
                Duration.ofSeconds(15),
                Duration.ofSeconds(10),
                Duration.ofMillis(200));
    }
}
