package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.awaitility.Awaitility.await;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.miniyarn.MiniApplication;
import io.koordbridge.yarnoperator.miniyarn.MiniYarn;
import io.koordbridge.yarnoperator.miniyarn.MiniYarn.MiniNode;
import java.time.Duration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Resource types beside memory and vcores belong to the NodeManager: an update leaves them as they are. */
class ResourceTypesIT {

    private static final Duration DEADLINE = Duration.ofSeconds(2);

    private final EdgeOnMiniYarn edge = new EdgeOnMiniYarn();
    private final MiniNode node = edge.yarn().node(1);

    @AfterEach
    void close() {
        edge.close();
    }

    @Test
    void updatesLeaveThemAlone() {
        for (YarnAmount capability : new YarnAmount[] {new YarnAmount(6, 4_096), new YarnAmount(2, 2_048)}) {
            edge.set(node, capability);

            assertThat(edge.yarn().rest().total(node.id(), MiniYarn.GPU)).isEqualTo(MiniYarn.GPUS);
        }
    }

    @Test
    void aConnectionThatHasReadNoReportLeavesThemAlone() {
        edge.set(node, new YarnAmount(6, 4_096));
        try (EdgeOnMiniYarn fresh = new EdgeOnMiniYarn()) {
            fresh.update(node, new YarnAmount(5, 4_096), DEADLINE);
        }
        edge.awaitTold(node, new YarnAmount(5, 4_096));

        assertThat(edge.yarn().rest().total(node.id(), MiniYarn.GPU)).isEqualTo(MiniYarn.GPUS);
    }

    @Test
    void aContainerThatHoldsOneOutlivesAShrinkThatLeavesItRoom() {
        edge.set(node, new YarnAmount(4, 4_096));
        Resource task = Resource.newInstance(1_024, 1);
        task.setResourceValue(MiniYarn.GPU, 1);
        try (MiniApplication application = new MiniApplication(edge.yarn())) {
            assertThat(application.run(1, task, node)).hasSize(1);
            edge.update(node, new YarnAmount(2, 2_048), DEADLINE);

            await().during(DEADLINE.plusSeconds(2))
                    .atMost(DEADLINE.plusSeconds(30))
                    .untilAsserted(() -> {
                        application.beat();
                        assertThat(application.toPreempt()).isEmpty();
                        assertThat(application.ended()).isEmpty();
                    });
            assertThat(edge.reported(node).capability()).isEqualTo(new YarnAmount(2, 2_048));
            assertThat(edge.yarn().rest().total(node.id(), MiniYarn.GPU)).isEqualTo(MiniYarn.GPUS);
        }
    }

    @Test
    void aContainerThatHoldsOneOutlivesTheFloorAndTheWayBack() {
        YarnAmount floor = new YarnAmount(1, 1_024);
        edge.set(node, new YarnAmount(4, 4_096));
        Resource task = Resource.newInstance(1_024, 1);
        task.setResourceValue(MiniYarn.GPU, 1);
        try (MiniApplication application = new MiniApplication(edge.yarn())) {
            assertThat(application.run(1, task, node)).hasSize(1);
            assertThat(edge.reported(node).others()).containsExactly(entry(MiniYarn.GPU, MiniYarn.GPUS));

            for (YarnAmount capability : new YarnAmount[] {floor, new YarnAmount(6, 4_096), floor}) {
                edge.update(node, capability, DEADLINE);
                edge.awaitTold(node, capability);
                await().during(DEADLINE.plusSeconds(2))
                        .atMost(DEADLINE.plusSeconds(30))
                        .untilAsserted(() -> {
                            application.beat();
                            assertThat(application.toPreempt()).isEmpty();
                            assertThat(application.ended()).isEmpty();
                        });
                assertThat(edge.reported(node).others()).containsExactly(entry(MiniYarn.GPU, MiniYarn.GPUS));
                assertThat(edge.reported(node).used()).isEqualTo(floor);
            }

            edge.set(node, new YarnAmount(4, 4_096));
            assertThat(application.run(1, task, node)).hasSize(1);
        }
    }
}
