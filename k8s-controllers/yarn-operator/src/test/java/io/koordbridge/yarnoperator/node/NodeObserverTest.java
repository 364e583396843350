package io.koordbridge.yarnoperator.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.koordbridge.kube.client.KubeClients;
import io.koordbridge.kube.client.KubeConnection;
import io.koordbridge.kube.feed.FeedSource;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.testkit.await.PatientAwaits;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.lease.ManagerState;
import io.koordbridge.yarnoperator.lease.NodeManagerView;
import io.koordbridge.yarnoperator.lease.NodeObservation.Authority;
import io.koordbridge.yarnoperator.resourcemanager.ClusterDeclaration;
import io.koordbridge.yarnoperator.resourcemanager.NodeManagerProbe;
import io.koordbridge.yarnoperator.resourcemanager.PendingDemand;
import io.koordbridge.yarnoperator.resourcemanager.ReportedNode;
import io.koordbridge.yarnoperator.resourcemanager.ResourceManager;
import io.koordbridge.yarnoperator.resourcemanager.YarnClusters;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NodeObserverTest {

    private static final YarnAmount CAPABILITY = new YarnAmount(8, 8192);

    private final KubernetesMockServer server = new KubernetesMockServer(
            new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(List.of()), false);
    private final MetricRegistry metrics = new MetricRegistry();

    private final ResourceManager resourceManager = new ResourceManager() {
        @Override
        public List<ReportedNode> nodes() {
            return List.of(
                    new ReportedNode("nm-0", 8041, ManagerState.LIVE, "RUNNING", CAPABILITY, YarnAmount.ZERO, 0, ""));
        }

        @Override
        public PendingDemand pending() {
            return new PendingDemand(0, 0);
        }

        @Override
        public void update(String host, int port, YarnAmount capability, Duration overcommitTimeout) {
            throw new AssertionError("an observation changes nothing");
        }

        @Override
        public void close() {
            // Nothing is held.
        }
    };

    @AfterEach
    void close() {
        server.destroy();
    }

    private static void twoNodesAndAPodThatMovedToTheSecond(KubernetesClient client) {
        client.resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName("first")
                        .addToAnnotations(Annotations.NODE_YARN_LEASE, "{\"nodeId\":\"nm-0:8041\"}")
                        .endMetadata()
                        .build())
                .create();
        client.resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName("second")
                        .endMetadata()
                        .build())
                .create();
        client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withNamespace("hadoop")
                        .withName("nm-0")
                        .addToLabels(Labels.COMPONENT, Labels.COMPONENT_NODE_MANAGER)
                        .addToAnnotations(Annotations.YARN_NODE_ID, "nm-0:8041")
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName("second")
                        .endSpec()
                        .withNewStatus()
                        .withPhase("Running")
                        .endStatus()
                        .build())
                .create();
    }

    @Test
    void leavesAMovedNodeManagerToItsNewNodeBeforeThatWasLookedAt() {
        server.init();
        KubeConnection connection =
                new KubeConnection(null, "http://127.0.0.1:" + server.getPort(), Duration.ofSeconds(5), 8);
        try (KubernetesClient client = KubeClients.connect(connection, "test");
                ClusterCaches caches = new ClusterCaches(new FeedSource(client, metrics), node -> {});
                YarnClusters clusters = YarnClusters.of(
                        Map.of("", new ClusterDeclaration("rm:8033", "simple", () -> resourceManager)),
                        () -> true,
                        (cluster, up, text) -> {},
                        Clock.systemUTC(),
                        metrics)) {
            twoNodesAndAPodThatMovedToTheSecond(client);
            caches.start();
            clusters.start(Duration.ofMillis(50), report -> {});
            Awaitility.await()
                    .atMost(PatientAwaits.PATIENCE)
                    .until(() -> caches.filled() && !clusters.reports().isEmpty());
            NodeObserver observer =
                    new NodeObserver(caches, clusters, new NodeManagerProbe(Clock.systemUTC(), metrics), node -> {});

            assertThat(managers(observer, caches, "first"))
                    .singleElement()
                    .extracting(NodeManagerView::state)
                    .isEqualTo(ManagerState.DEAD);
            assertThat(managers(observer, caches, "second"))
                    .singleElement()
                    .extracting(NodeManagerView::state)
                    .isEqualTo(ManagerState.LIVE);
        }
    }

    private static List<NodeManagerView> managers(NodeObserver observer, ClusterCaches caches, String node) {
        Instant now = Instant.now();
        return observer.observe(caches.node(node), new NodeMemory(), new Authority(now, true), now)
                .seen()
                .managers();
    }
}
