package io.koordbridge.koordlet.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.api.slo.MetricCollectPolicy;
import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.koordlet.app.FakeCluster;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.report.online.OnlineConfig;
import io.koordbridge.koordlet.report.online.OnlineUseReporter;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.store.StoreLimits;
import io.koordbridge.policy.report.SurgePolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class NodeMetricReporterTest {
    private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);

    private final SampleStore store = new SampleStore(StoreLimits.DEFAULT);

    @Test
    void theFirstReportWaitsUntilEverythingThatIsKnownWasMeasured() {
        try (FakeCluster cluster = new FakeCluster()) {
            cluster.createNode(8, "16Gi");
            cluster.createNodeMetric(60, 5);
            NodeMetricReporter reporter = new NodeMetricReporter(
                    cluster.client(),
                    new ReportSource(store, UnaryOperator.identity(), () -> false),
                    new NodeMetricReporter.Beside(
                            Optional.empty(),
                            new OnlineUseReporter(
                                    OnlineConfig.DEFAULT,
                                    Optional.empty(),
                                    cluster.client(),
                                    store,
                                    UnaryOperator.identity(),
                                    new MetricRegistry(),
                                    problem -> assertThat(problem).isEmpty())),
                    SurgePolicy.Settings.DEFAULT,
                    CollectPolicy.Bounds.SPECIFIED,
                    new MetricRegistry(),
                    problem -> assertThat(problem).isEmpty());
            NodeView complete = view(cluster);

            measured(-30, 0);
            reporter.round(NodeView.UNKNOWN, List.of(), NOW);
            reporter.round(complete, List.of(), NOW);
            assertThat(reporter.lastSent()).isEmpty();
            measured(1, 2);
            reporter.round(complete, List.of(), NOW.plusSeconds(2));

            assertThat(reporter.lastSent().orElseThrow().why()).isEqualTo(SurgePolicy.Due.FIRST);
        }
    }

    @Test
    void countsTheTimeSinceAMomentAndOfTheLastMinuteAtMost() {
        ReportSource source = new ReportSource(store, UnaryOperator.identity(), () -> false);
        measured(-90, 0);

        assertThat(source.observed(NOW.minusSeconds(4), NOW)).isEqualTo(Duration.ofSeconds(4));
        assertThat(source.observed(NOW.minusSeconds(80), NOW)).isEqualTo(Duration.ofMinutes(1));
        assertThat(source.observed(NOW.plusSeconds(1), NOW)).isZero();
    }

    private void measured(int fromSecond, int toSecond) {
        for (int second = fromSecond; second <= toSecond; second++) {
            store.append(Metric.NODE_CPU, SampleStore.NODE, NOW.plusSeconds(second), 1);
            store.append(Metric.NODE_MEMORY, SampleStore.NODE, NOW.plusSeconds(second), 1 << 30);
        }
    }

    private static NodeView view(FakeCluster cluster) {
        NodeFacts node = NodeFacts.of(
                cluster.client().nodes().withName(FakeCluster.NODE).get(),
                null,
                problem -> assertThat(problem).isEmpty());
        NodeMetricSpec spec = new NodeMetricSpec(new MetricCollectPolicy(5L, 60L, null, null));
        return new NodeView(Optional.of(node), Optional.empty(), Optional.of(spec), Optional.empty(), List.of());
    }
}
