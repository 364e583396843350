package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.lease.ManagerState;
import io.koordbridge.yarnoperator.miniyarn.MiniApplication;
import io.koordbridge.yarnoperator.miniyarn.MiniYarn;
import io.koordbridge.yarnoperator.miniyarn.MiniYarn.MiniNode;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node in a partition of its own: labels are the administrator's, in the ResourceManager's store. */
class NodeLabelsIT {

    private final EdgeOnMiniYarn edge = new EdgeOnMiniYarn();
    private final MiniNode labelled = edge.yarn().node(0);
    private final MiniNode other = edge.yarn().node(1);

    @BeforeEach
    void label() throws IOException, YarnException {
        edge.yarn().label(labelled, MiniYarn.LABEL);
    }

    @AfterEach
    void unlabel() throws IOException, YarnException {
        edge.yarn().label(labelled, "");
        edge.close();
    }

    /** As the operator reads it with each report. */
    private ClusterDemand demand() {
        List<ReportedNode> nodes = edge.client().nodes();
        return new DemandReader("default", new CallMetrics(new MetricRegistry(), "default")).read(edge.client(), nodes);
    }

    private void awaitDemand(String partition, PendingDemand expected, MiniApplication application) {
        await().untilAsserted(() -> {
            application.beat();
            assertThat(demand().of(partition)).contains(expected);
        });
    }

    @Test
    void updatesLeaveTheLabelAlone() throws IOException, YarnException {
        for (YarnAmount capability : new YarnAmount[] {new YarnAmount(6, 4_096), new YarnAmount(2, 2_048)}) {
            edge.set(labelled, capability);

            assertThat(edge.yarn().labels(labelled)).isEqualTo(Set.of(MiniYarn.LABEL));
            assertThat(edge.yarn().labels(other)).isEmpty();
        }
    }

    @Test
    void aLabelledNodeIsReportedWithWhatItsContainersHold() {
        edge.set(labelled, new YarnAmount(4, 4_096));
        edge.set(other, new YarnAmount(2, 2_048));
        try (MiniApplication application = new MiniApplication(edge.yarn())) {
            assertThat(application.run(2, Resource.newInstance(1_024, 1), MiniYarn.LABEL))
                    .hasSize(2);

            ReportedNode report = edge.reported(labelled);

            assertThat(report.state()).isEqualTo(ManagerState.LIVE);
            assertThat(report.capability()).isEqualTo(new YarnAmount(4, 4_096));
            assertThat(report.used()).isEqualTo(new YarnAmount(2, 2_048));
            assertThat(edge.reported(other).used()).isEqualTo(YarnAmount.ZERO);

            edge.set(labelled, new YarnAmount(3, 3_072));
            assertThat(edge.reported(labelled).used()).isEqualTo(new YarnAmount(2, 2_048));
            assertThat(application.ended()).isEmpty();
        }
        await().untilAsserted(() -> assertThat(edge.reported(labelled).used()).isEqualTo(YarnAmount.ZERO));
    }

    @Test
    void demandIsThatOfTheNodesPartition() {
        edge.set(labelled, new YarnAmount(2, 2_048));
        edge.set(other, new YarnAmount(2, 2_048));
        assertThat(edge.reported(labelled).partition()).isEqualTo(MiniYarn.LABEL);
        assertThat(edge.reported(other).partition()).isEmpty();
        try (MiniApplication application = new MiniApplication(edge.yarn())) {
            application.run(1, Resource.newInstance(2_048, 2), MiniYarn.LABEL);
            application.ask(3, Resource.newInstance(2_048, 2), MiniYarn.LABEL);

            awaitDemand(MiniYarn.LABEL, new PendingDemand(6, 6_144), application);
            assertThat(demand().of("")).contains(new PendingDemand(0, 0));
        }
    }

    @Test
    void idleNodesOfASharedPartitionAlsoServeTheOthers() throws IOException, YarnException {
        edge.yarn().label(labelled, MiniYarn.SHARED_LABEL);
        edge.set(labelled, new YarnAmount(1, 1_024));
        edge.set(other, new YarnAmount(1, 1_024));
        try (MiniApplication application = new MiniApplication(edge.yarn())) {
            application.ask(6, Resource.newInstance(1_024, 1), "");

            await().untilAsserted(() -> {
                application.beat();
                PendingDemand unlabelled = demand().of("").orElseThrow();
                assertThat(unlabelled.vcores()).isPositive();
                assertThat(demand().of(MiniYarn.SHARED_LABEL)).contains(unlabelled);
            });
        }
    }
}
