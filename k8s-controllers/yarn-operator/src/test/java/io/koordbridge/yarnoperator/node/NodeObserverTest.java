package io.koordbridge.yarnoperator.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnNodeManager;
import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.testkit.await.PatientAwaits;
import io.koordbridge.yarnoperator.app.FakeResourceManager;
import io.koordbridge.yarnoperator.app.SmallCluster;
import io.koordbridge.yarnoperator.lease.ManagerState;
import io.koordbridge.yarnoperator.lease.NodeManagerView;
import io.koordbridge.yarnoperator.lease.NodeObservation.Authority;
import io.koordbridge.yarnoperator.resourcemanager.ClusterDeclaration;
import io.koordbridge.yarnoperator.resourcemanager.NodeManagerProbe;
import io.koordbridge.yarnoperator.resourcemanager.YarnClusters;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class NodeObserverTest {

    private static final String FIRST = SmallCluster.NODE;
    private static final BatchAmount ORIGIN = new BatchAmount(8_000, 8L << 30);

    private final MetricRegistry metrics = new MetricRegistry();
    private final FakeResourceManager resourceManager = new FakeResourceManager(() -> {
        throw new AssertionError("an observation changes nothing");
    });

    private static void twoNodesAndAPodThatMovedToTheSecond(SmallCluster cluster) {
        cluster.addNode(FIRST, ORIGIN);
        cluster.annotate(Annotations.NODE_YARN_LEASE, "{\"nodeId\":\"nm-0:8041\"}");
        cluster.addNode("second", ORIGIN);
        cluster.addNodeManagerPod("second", "nm-0", "nm-0:8041");
    }

    @Test
    void leavesAMovedNodeManagerToItsNewNodeBeforeThatWasLookedAt() {
        resourceManager.put("nm-0", new YarnAmount(8, 8192), YarnAmount.ZERO);
        observe(NodeObserverTest::twoNodesAndAPodThatMovedToTheSecond, (observer, caches) -> {
            assertThat(managers(observer, caches, FIRST))
                    .singleElement()
                    .extracting(NodeManagerView::state)
                    .isEqualTo(ManagerState.DEAD);
            assertThat(managers(observer, caches, "second"))
                    .singleElement()
                    .extracting(NodeManagerView::state)
                    .isEqualTo(ManagerState.LIVE);
        });
    }

    @Test
    void aNodeManagerWithoutAPodIsTheOneThatTheAgentNames() {
        resourceManager.put("bare-metal.example", new YarnAmount(8, 8192), YarnAmount.ZERO);
        observe(NodeObserverTest::aNodeWhoseAgentNamesANodeManager, (observer, caches) -> {
            assertThat(caches.nodesWithNodeManagers()).containsExactly(FIRST);
            assertThat(managers(observer, caches, FIRST)).singleElement().satisfies(view -> {
                assertThat(view.ref().nodeId()).isEqualTo("bare-metal.example:8041");
                assertThat(view.state()).isEqualTo(ManagerState.LIVE);
            });
        });
    }

    private static void aNodeWhoseAgentNamesANodeManager(SmallCluster cluster) {
        cluster.addNode(FIRST, ORIGIN);
        cluster.annotate(
                Annotations.NODE_YARN_NODE_MANAGER,
                AnnotationCodec.write(YarnNodeManager.of(
                        "bare-metal.example:8041", new YarnResource(8L, 8192L), "2026-01-01T12:00:00Z")));
    }

    private void observe(Consumer<SmallCluster> scene, BiConsumer<NodeObserver, ClusterCaches> look) {
        try (SmallCluster cluster = new SmallCluster();
                ClusterCaches caches = new ClusterCaches(
                        new ListWatchSource(cluster.client(), metrics), Clock.systemUTC(), node -> {});
                YarnClusters clusters = YarnClusters.of(
                        Map.of("", new ClusterDeclaration("rm:8033", "simple", () -> resourceManager)),
                        () -> true,
                        (id, up, text) -> {},
                        Clock.systemUTC(),
                        metrics)) {
            scene.accept(cluster);
            caches.start();
            clusters.start(
                    new PeriodicTasks(new MetricRegistry()),
                    Duration.ofMillis(50),
                    Duration.ofMillis(50),
                    report -> {});
            Awaitility.await()
                    .atMost(PatientAwaits.PATIENCE)
                    .until(() -> caches.filled() && !clusters.reports().isEmpty());
            look.accept(
                    new NodeObserver(caches, clusters, new NodeManagerProbe(Clock.systemUTC(), metrics), node -> {}),
                    caches);
        }
    }

    private static List<NodeManagerView> managers(NodeObserver observer, ClusterCaches caches, String node) {
        Instant now = Instant.now();
        return observer.observe(caches.node(node), new NodeMemory(), new Authority(now, true), now)
                .seen()
                .managers();
    }
}
