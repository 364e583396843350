package io.koordbridge.yarnoperator.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.testkit.await.PatientAwaits;
import io.koordbridge.yarnoperator.app.FakeResourceManager;
import io.koordbridge.yarnoperator.app.SmallCluster;
import io.koordbridge.yarnoperator.conversion.BatchAmount;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
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
        try (SmallCluster cluster = new SmallCluster();
                ClusterCaches caches = new ClusterCaches(
                        new ListWatchSource(cluster.client(), metrics), Clock.systemUTC(), node -> {});
                YarnClusters clusters = YarnClusters.of(
                        Map.of("", new ClusterDeclaration("rm:8033", "simple", () -> resourceManager)),
                        () -> true,
                        (id, up, text) -> {},
                        Clock.systemUTC(),
                        metrics)) {
            twoNodesAndAPodThatMovedToTheSecond(cluster);
            caches.start();
            clusters.start(
                    new PeriodicTasks(new MetricRegistry()),
                    Duration.ofMillis(50),
                    Duration.ofMillis(50),
                    report -> {});
            Awaitility.await()
                    .atMost(PatientAwaits.PATIENCE)
                    .until(() -> caches.filled() && !clusters.reports().isEmpty());
            NodeObserver observer =
                    new NodeObserver(caches, clusters, new NodeManagerProbe(Clock.systemUTC(), metrics), node -> {});

            assertThat(managers(observer, caches, FIRST))
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
