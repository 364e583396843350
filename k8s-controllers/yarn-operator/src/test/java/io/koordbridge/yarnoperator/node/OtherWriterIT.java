package io.koordbridge.yarnoperator.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.lease.NodeManagerView;
import io.koordbridge.yarnoperator.miniyarn.MiniYarn;
import io.koordbridge.yarnoperator.miniyarn.MiniYarn.MiniNode;
import io.koordbridge.yarnoperator.resourcemanager.ClusterReport;
import io.koordbridge.yarnoperator.resourcemanager.HadoopLogin;
import io.koordbridge.yarnoperator.resourcemanager.ReportedNode;
import io.koordbridge.yarnoperator.resourcemanager.YarnClusters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A second client of a real ResourceManager that sets the same node, as {@code rmadmin -updateNodeResource} does. */
class OtherWriterIT {

    private static final Duration NO_HURRY = Duration.ofMinutes(10);
    private static final YarnAmount OURS = new YarnAmount(3, 3_072);
    private static final YarnAmount THEIRS = new YarnAmount(2, 2_048);

    @TempDir
    Path directory;

    private final MiniNode node = MiniYarn.shared().node(0);
    private final NodeManagerRef ref = new NodeManagerRef("", node.host(), node.port());
    private final OtherWriters writers = new OtherWriters();

    private YarnClusters client() throws IOException {
        Path site = directory.resolve("yarn-site.xml");
        if (!Files.exists(site)) {
            Files.copy(MiniYarn.shared().clientFile(), site);
        }
        YarnClusters clusters = YarnClusters.of(
                YarnClusters.declaredIn(directory, HadoopLogin.PROCESS_USER),
                () -> true,
                (cluster, up, text) -> {},
                Clock.systemUTC(),
                new MetricRegistry());
        clusters.start(
                new PeriodicTasks(new MetricRegistry()), Duration.ofMillis(100), Duration.ofMillis(100), report -> {});
        return clusters;
    }

    /** Looks until the report shows it. */
    private List<String> awaitSeen(YarnClusters clusters, YarnAmount amount) {
        await().until(() -> look(clusters) != null && capability(clusters).equals(amount));
        return look(clusters);
    }

    private YarnAmount capability(YarnClusters clusters) {
        return clusters.report("")
                .map(report -> report.nodes().get(node.id()))
                .map(ReportedNode::capability)
                .orElse(YarnAmount.ZERO);
    }

    private List<String> look(YarnClusters clusters) {
        ClusterReport report = clusters.report("").orElse(null);
        if (report == null || !report.nodes().containsKey(node.id())) {
            return null;
        }
        ReportedNode one = report.nodes().get(node.id());
        NodeManagerView view = new NodeManagerView(
                ref, one.state(), one.capability(), one.used(), null, false, true, Duration.ZERO, report.epoch(), 0);
        return writers.look(List.of(view), manager -> 0, Instant.now());
    }

    private void set(YarnClusters clusters, YarnAmount amount) {
        // One that had to wait for its connection for too long is dropped.
        await().until(() -> {
            CompletableFuture<Boolean> answered = new CompletableFuture<>();
            clusters.of(ref).orElseThrow().update(ref, amount, NO_HURRY, answered::complete);
            return answered.get(30, TimeUnit.SECONDS);
        });
    }

    @Test
    void aSecondWriterIsSeenAndOurOwnUpdatesAreNot() throws IOException {
        try (YarnClusters ours = client();
                YarnClusters theirs = client()) {
            for (YarnAmount amount : List.of(OURS, THEIRS, OURS, THEIRS, OURS, THEIRS, OURS, THEIRS)) {
                writers.sending(ref);
                set(ours, amount);
                writers.acknowledged(ref, amount);
                assertThat(awaitSeen(ours, amount)).isEmpty();
            }
            for (int i = 0; i < 3; i++) {
                writers.sending(ref);
                set(ours, OURS);
                writers.acknowledged(ref, OURS);
                assertThat(awaitSeen(ours, OURS)).isEmpty();
                set(theirs, THEIRS);
                awaitSeen(ours, THEIRS);
            }

            assertThat(look(ours)).singleElement().asString().contains(node.id(), THEIRS.toString());
        }
    }
}
