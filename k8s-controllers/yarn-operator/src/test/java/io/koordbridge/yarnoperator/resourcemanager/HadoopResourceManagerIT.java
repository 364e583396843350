package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.lease.ManagerState;
import io.koordbridge.yarnoperator.miniyarn.MiniApplication;
import io.koordbridge.yarnoperator.miniyarn.MiniYarn;
import io.koordbridge.yarnoperator.miniyarn.MiniYarn.MiniNode;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The edge as it is shipped before a stock ResourceManager and NodeManagers with our plugin. */
class HadoopResourceManagerIT {

    private final EdgeOnMiniYarn edge = new EdgeOnMiniYarn();
    private final MiniNode node = edge.yarn().node(0);

    @AfterEach
    void close() {
        edge.close();
    }

    @Test
    void reportsCapabilityUseAndStateOfEachNode() {
        edge.set(node, new YarnAmount(3, 3_072));
        edge.set(edge.yarn().node(1), new YarnAmount(2, 2_048));
        try (MiniApplication application = new MiniApplication(edge.yarn())) {
            assertThat(application.run(2, Resource.newInstance(512, 1), node)).hasSize(2);

            ReportedNode first = edge.reported(node);
            ReportedNode second = edge.reported(edge.yarn().node(1));

            assertThat(first.nodeId()).isEqualTo(node.id());
            assertThat(first.capability()).isEqualTo(new YarnAmount(3, 3_072));
            assertThat(first.used()).isEqualTo(new YarnAmount(2, 1_024));
            assertThat(first.containers()).isEqualTo(2);
            assertThat(first.state()).isEqualTo(ManagerState.LIVE);
            assertThat(first.stateName()).isEqualTo("RUNNING");
            assertThat(first.httpAddress())
                    .isEqualTo("localhost:" + node.rest().base().getPort());
            assertThat(second.capability()).isEqualTo(new YarnAmount(2, 2_048));
            assertThat(second.used()).isEqualTo(YarnAmount.ZERO);
        }
        await().untilAsserted(() -> assertThat(edge.reported(node).used()).isEqualTo(YarnAmount.ZERO));
    }

    /** The same with Hadoop's default calculator is a ResourceManager of its own: the share that is called used decides. */
    @Test
    void whetherVcoresCountIsSeenOnceTheyAreUsedMoreThanMemory() {
        edge.set(node, new YarnAmount(4, 4_096));
        edge.set(edge.yarn().node(1), new YarnAmount(1, 1_024));
        try (MiniApplication application = new MiniApplication(edge.yarn())) {
            application.run(1, Resource.newInstance(512, 4), node);

            // Its web server's numbers are up to ten seconds old.
            await().untilAsserted(() -> assertThat(edge.client().scheduler())
                    .isEqualTo(new SchedulerFacts("CapacityScheduler", SchedulerFacts.Counting.YES, 1)));
        }
    }

    @Test
    void answersWithTheApplicationsThatItRemembers() {
        try (MiniApplication application = new MiniApplication(edge.yarn())) {
            await().untilAsserted(() -> {
                JsonNode apps = edge.client()
                        .applications("NEW,ACCEPTED,RUNNING", 100)
                        .path("apps")
                        .path("app");
                assertThat(apps).anySatisfy(one -> {
                    assertThat(one.path("name").asText()).isEqualTo("mini");
                    assertThat(one.path("state").asText()).isEqualTo("RUNNING");
                    assertThat(one.path("numNonAMContainerPreempted").isIntegralNumber())
                            .isTrue();
                    assertThat(one.path("vcoreSeconds").isIntegralNumber()).isTrue();
                });
            });
            assertThat(edge.client().applications("RUNNING", 1).path("apps").path("app"))
                    .hasSize(1);
            assertThat(edge.client()
                            .applications("FINISHED,FAILED,KILLED", 100)
                            .path("apps")
                            .path("app"))
                    .noneSatisfy(one -> assertThat(one.path("state").asText()).isEqualTo("RUNNING"));
        }
    }

    @Test
    void reportsANodeManagerThatHasLeftAsDead() {
        MiniNode left;
        try (MiniNode joined = edge.yarn().join("leaving", 2, Map.of())) {
            left = joined;
            assertThat(edge.reported(left).state()).isEqualTo(ManagerState.LIVE);
            assertThat(edge.reported(left).capability().vcores()).isEqualTo(2);
        }

        await().untilAsserted(() -> {
            assertThat(edge.reported(left).state()).isEqualTo(ManagerState.DEAD);
            assertThat(edge.reported(left).stateName()).isEqualTo("SHUTDOWN");
        });
    }

    @Test
    void anUpdateReachesTheNodeManagerAndItsPlugin() throws IOException {
        for (YarnAmount capability : new YarnAmount[] {new YarnAmount(1, 1_024), new YarnAmount(8, 6_144)}) {
            edge.update(node, capability, EdgeOnMiniYarn.NO_HURRY);

            await().untilAsserted(
                            () -> assertThat(edge.reported(node).capability()).isEqualTo(capability));
            edge.awaitTold(node, capability);
        }
    }

    @Test
    void anUpdateChangesNoOtherNode() {
        MiniNode other = edge.yarn().node(1);
        edge.set(other, new YarnAmount(2, 2_048));

        edge.set(node, new YarnAmount(5, 5_120));

        assertThat(edge.reported(other).capability()).isEqualTo(new YarnAmount(2, 2_048));
        assertThat(other.rest().info().capacityVcores()).isEqualTo(2);
    }

    @Test
    void takesAnUpdateWithTheValueThatIsThere() {
        YarnAmount capability = new YarnAmount(3, 3_072);
        edge.set(node, capability);

        edge.update(node, capability, EdgeOnMiniYarn.NO_HURRY);
        edge.update(node, capability, Duration.ofSeconds(1));

        edge.set(edge.yarn().node(1), new YarnAmount(1, 512));
        edge.set(edge.yarn().node(1), new YarnAmount(1, 1_024));
        assertThat(edge.reported(node).capability()).isEqualTo(capability);
    }

    @Test
    void saysThatANodeIsNotKnown() {
        assertThatExceptionOfType(ResourceManagerException.class)
                .isThrownBy(
                        () -> edge.client().update("localhost", 1, new YarnAmount(1, 1_024), EdgeOnMiniYarn.NO_HURRY))
                .withMessageStartingWith("update of localhost:1: ")
                .satisfies(refused -> {
                    assertThat(refused.answered()).isTrue();
                    assertThat(refused.unknownNode()).isTrue();
                });
    }

    @Test
    void readsTheMinimumAllocationOfTheRunningProcess() {
        assertThat(edge.client().minimum()).contains(new YarnAmount(1, MiniYarn.MINIMUM_MEGABYTES));
    }

    @Test
    void pendingIsWhatApplicationsLack() {
        edge.set(node, new YarnAmount(2, 1_024));
        assertThat(edge.client().pending()).isEqualTo(new PendingDemand(0, 0));
        try (MiniApplication application = new MiniApplication(edge.yarn())) {
            assertThat(application.run(1, Resource.newInstance(768, 1), node)).hasSize(1);
            application.ask(3, Resource.newInstance(512, 1), node);
            application.beat();

            await().untilAsserted(() -> assertThat(edge.client().pending()).isEqualTo(new PendingDemand(3, 1_536)));
        }
        await().untilAsserted(() -> assertThat(edge.client().pending()).isEqualTo(new PendingDemand(0, 0)));
    }
}
