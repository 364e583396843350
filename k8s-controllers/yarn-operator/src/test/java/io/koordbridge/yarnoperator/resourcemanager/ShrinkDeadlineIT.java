package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.miniyarn.MiniApplication;
import io.koordbridge.yarnoperator.miniyarn.MiniYarn.MiniNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Containers have until the deadline of the update that took their room. */
class ShrinkDeadlineIT {

    private static final Resource TASK = Resource.newInstance(1_024, 1);
    private static final YarnAmount ROOM_FOR_TWO = new YarnAmount(2, 2_048);
    private static final YarnAmount ROOM_FOR_ONE = new YarnAmount(1, 1_024);
    private static final Duration DEADLINE = Duration.ofSeconds(4);

    private final EdgeOnMiniYarn edge = new EdgeOnMiniYarn();
    private final MiniNode node = edge.yarn().node(0);

    @BeforeEach
    void makeRoom() {
        edge.set(node, ROOM_FOR_TWO);
    }

    @AfterEach
    void close() {
        edge.close();
    }

    @Test
    void whoDrainsInTimeLosesNothing() {
        try (MiniApplication application = new MiniApplication(edge.yarn())) {
            List<ContainerId> tasks = application.run(2, TASK, node);
            shrink();
            ContainerId announced = awaitAnnouncement(application);
            assertThat(tasks).contains(announced);
            assertThat(application.ended()).isEmpty();
            application.release(announced);

            await().during(DEADLINE.plusSeconds(2))
                    .atMost(DEADLINE.plusSeconds(30))
                    .untilAsserted(() -> {
                        application.beat();
                        assertThat(application.ended().values()).doesNotContain(ContainerExitStatus.PREEMPTED);
                    });
            assertThat(application.ended()).containsOnlyKeys(announced);
            assertThat(edge.reported(node).used()).isEqualTo(ROOM_FOR_ONE);
        }
    }

    @Test
    void whoDoesNotIsPreemptedAtTheDeadline() {
        try (MiniApplication application = new MiniApplication(edge.yarn())) {
            List<ContainerId> tasks = application.run(2, TASK, node);
            long sent = System.nanoTime();
            shrink();
            ContainerId announced = awaitAnnouncement(application);

            await().untilAsserted(() -> {
                application.beat();
                assertThat(application.ended()).isEqualTo(Map.of(announced, ContainerExitStatus.PREEMPTED));
            });

            assertThat(Duration.ofNanos(System.nanoTime() - sent)).isGreaterThanOrEqualTo(DEADLINE);
            assertThat(tasks).contains(announced);
            await().untilAsserted(() -> assertThat(edge.reported(node).used()).isEqualTo(ROOM_FOR_ONE));
        }
    }

    private void shrink() {
        edge.update(node, ROOM_FOR_ONE, DEADLINE);
    }

    private static ContainerId awaitAnnouncement(MiniApplication application) {
        await().until(() -> {
            application.beat();
            return !application.toPreempt().isEmpty();
        });
        assertThat(application.toPreempt()).hasSize(1);
        return application.toPreempt().iterator().next();
    }
}
