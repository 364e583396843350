package io.koordbridge.yarnoperator.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.testkit.await.PatientAwaits;
import io.koordbridge.yarnoperator.app.FakeResourceManager;
import io.koordbridge.yarnoperator.app.SmallCluster;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch;
import io.koordbridge.yarnoperator.node.NodeManagerOwnership.Ownership;
import io.koordbridge.yarnoperator.resourcemanager.ClusterDeclaration;
import io.koordbridge.yarnoperator.resourcemanager.YarnClusters;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodeManagerFinderTest {

    private static final BatchAmount ORIGIN = new BatchAmount(8_000, 8L << 30);
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final NodeManagerRef REF = new NodeManagerRef("", "nm-0", 8041);

    private final SmallCluster cluster = new SmallCluster();
    private final MetricRegistry metrics = new MetricRegistry();
    private final FakeResourceManager resourceManager = new FakeResourceManager(() -> {
        throw new AssertionError("finding changes nothing");
    });
    private final ClusterCaches caches =
            new ClusterCaches(new ListWatchSource(cluster.client(), metrics), Clock.systemUTC(), node -> {});
    private final YarnClusters clusters = YarnClusters.of(
            Map.of("", new ClusterDeclaration("rm:8033", "simple", () -> resourceManager)),
            () -> true,
            (id, up, text) -> {},
            Clock.systemUTC(),
            metrics);
    private final List<String> requeued = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final NodeManagerFinder finder = new NodeManagerFinder(caches, clusters, requeued::add);

    @BeforeEach
    void start() {
        resourceManager.put("nm-0", new YarnAmount(8, 8192), YarnAmount.ZERO);
        cluster.addNode("one", ORIGIN);
        cluster.addNode("two", ORIGIN);
        cluster.addNodeManagerPod("one", "nm-0", "nm-0:8041");
        caches.start();
        clusters.start(
                new PeriodicTasks(new MetricRegistry()), Duration.ofMillis(50), Duration.ofMillis(50), report -> {});
        awaitUntil(() -> caches.filled() && !clusters.reports().isEmpty());
    }

    @AfterEach
    void stop() {
        clusters.close();
        caches.close();
        cluster.close();
    }

    private static void awaitUntil(Callable<Boolean> condition) {
        Awaitility.await().atMost(PatientAwaits.PATIENCE).until(condition);
    }

    private Node node(String name) {
        return Objects.requireNonNull(caches.node(name));
    }

    private List<NodeManagerMatch> find(String node) {
        return finder.find(node(node), problems, NOW).matches();
    }

    @Test
    void findsTheNodeManagerOfEachNode() {
        assertThat(find("one")).extracting(NodeManagerMatch::ref).containsExactly(REF);
        assertThat(find("two")).isEmpty();
        assertThat(problems).isEmpty();
        assertThat(finder.standing("one", REF)).isEqualTo(Ownership.OWN);
    }

    @Test
    void saysThatSeveralNodesNameOneAndLooksAtTheOthersAgain() {
        find("one");
        cluster.addNodeManagerPod("two", "nm-1", "nm-0:8041");
        awaitUntil(() -> !caches.nodeManagers("two").isEmpty());

        find("two");

        assertThat(problems).singleElement().asString().contains("nm-0:8041", "one, two");
        assertThat(finder.standing("two", REF)).isNotEqualTo(Ownership.OWN);
        assertThat(requeued).contains("one");
    }

    @Test
    void looksAtEachNodeOnceAfterARestart() {
        cluster.addNodeManagerPod("two", "nm-1", "nm-0:8041");
        awaitUntil(() -> !caches.nodeManagers("two").isEmpty());

        finder.lookAhead(NOW);

        assertThat(finder.standing("two", REF))
                .as("before any node is decided on")
                .isNotEqualTo(Ownership.OWN);
        assertThat(requeued).as("both name one").isNotEmpty();
        requeued.clear();
        finder.lookAhead(NOW);
        assertThat(requeued).as("nothing changed").isEmpty();
    }

    @Test
    void aNodeThatIsGoneNamesNobody() {
        find("one");
        cluster.addNodeManagerPod("two", "nm-1", "nm-0:8041");
        awaitUntil(() -> !caches.nodeManagers("two").isEmpty());
        find("two");
        requeued.clear();

        finder.forget("two");

        assertThat(finder.standing("one", REF)).isEqualTo(Ownership.OWN);
        assertThat(requeued).contains("one");
    }

    @Test
    void anAgentThatNeverReportedDoesNotReportNow() {
        assertThat(finder.agentReports("one", NOW)).isFalse();
    }
}
