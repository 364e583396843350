package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.lease.ManagerState;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DemandReaderTest {

    private static final YarnAmount SIZE = new YarnAmount(4, 4096);

    private final MetricRegistry metrics = new MetricRegistry();
    private final DemandReader reader = new DemandReader("default", new CallMetrics(metrics, "default"));

    private static ReportedNode node(String label) {
        return new ReportedNode(
                "nm-" + label, 8041, ManagerState.LIVE, "RUNNING", SIZE, YarnAmount.ZERO, 0, "", label, Map.of());
    }

    /** Answers with this, or not where it is null. */
    private record Answers(PendingDemand unlabelled, PartitionDemand labelled) implements ResourceManager {

        @Override
        public List<ReportedNode> nodes() {
            return List.of();
        }

        @Override
        public PendingDemand pending() {
            return unlabelled;
        }

        @Override
        public PartitionDemand partitions() {
            if (labelled == null) {
                throw new ResourceManagerException("pending demand by node label", new IOException("status 401"));
            }
            return labelled;
        }

        @Override
        public void update(String host, int port, YarnAmount capability, Duration overcommitTimeout) {
            throw new AssertionError("a question changes nothing");
        }

        @Override
        public void close() {
            // Nothing is held.
        }
    }

    @Test
    void labelsAreAskedForOnlyWhereANodeHasOne() {
        Answers answers = new Answers(new PendingDemand(1, 1024), null);

        ClusterDemand demand = reader.read(answers, List.of(node("")));

        assertThat(demand.of("")).contains(new PendingDemand(1, 1024));
        assertThat(metrics.getCounters().keySet()).noneMatch(name -> name.contains("partitions"));
    }

    @Test
    void withoutAnAnswerALabelledNodeIsNotIdle() {
        Answers answers = new Answers(new PendingDemand(0, 0), null);

        ClusterDemand demand = reader.read(answers, List.of(node(""), node("gpu")));

        assertThat(demand.of("")).contains(new PendingDemand(0, 0));
        assertThat(demand.of("gpu")).isEmpty();
        assertThat(metrics.getCounters())
                .containsKey("koord_yarn_rpc_total{cluster=default,call=partitions,status=failed}");
    }

    @Test
    void aNumberThatCannotBeLeavesItsLabelUnknown() {
        PartitionDemand labelled = new PartitionDemand(
                Map.of("gpu", new PendingDemand(-1, 0), "fast", new PendingDemand(2, 2048)), Set.of());

        ClusterDemand demand = reader.read(new Answers(new PendingDemand(0, 0), labelled), List.of(node("gpu")));

        assertThat(demand.of("gpu")).isEmpty();
        assertThat(demand.of("fast")).contains(new PendingDemand(2, 2048));
    }
}
