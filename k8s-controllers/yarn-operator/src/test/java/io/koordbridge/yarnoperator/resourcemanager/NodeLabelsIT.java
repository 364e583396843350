package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.lease.ManagerState;
import io.koordbridge.yarnoperator.miniyarn.MiniApplication;
import io.koordbridge.yarnoperator.miniyarn.MiniYarn;
import io.koordbridge.yarnoperator.miniyarn.MiniYarn.MiniNode;
import java.io.IOException;
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
}
