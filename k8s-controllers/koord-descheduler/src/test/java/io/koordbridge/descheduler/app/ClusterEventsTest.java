package io.koordbridge.descheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.descheduler.decide.limit.EvictionLimits;
import io.koordbridge.descheduler.decide.nodemanager.DrainMarks;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.scene.ScenePods;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClusterEventsTest {

    private final LiveCluster cluster = new LiveCluster(Configurations.settings("{}", "{}"));
    private final DrainMarks marks = cluster.marks();
    private final EvictionLimits limits = cluster.limits();
    private final ClusterEvents events = cluster.events();

    @AfterEach
    void end() {
        cluster.close();
    }

    private static PodFacts nodeManager(String mark) {
        return ScenePods.pod(
                "yarn",
                "nm",
                pod -> pod.editMetadata()
                        .addToLabels(Labels.COMPONENT, Labels.COMPONENT_NODE_MANAGER)
                        .addToAnnotations(Annotations.POD_YARN_DRAINED, mark)
                        .endMetadata());
    }

    private static PodFacts scheduler(String ready) {
        return ScenePods.pod(
                "koordinator-system",
                "scheduler",
                pod -> pod.editMetadata()
                        .addToLabels("koord-app", "koord-scheduler")
                        .endMetadata()
                        .editStatus()
                        .addNewCondition()
                        .withType("Ready")
                        .withStatus(ready)
                        .endCondition()
                        .endStatus());
    }

    private boolean drained() {
        return marks.isDrained("yarn-nm", cluster.clock().instant());
    }

    @Test
    void aMarkThatIsRenewedMeansDrainedUntilThePodIsGone() {
        events.onPod(null, nodeManager("t1"));
        assertThat(drained()).isFalse();
        events.onPod(nodeManager("t1"), nodeManager("t2"));
        assertThat(drained()).isTrue();

        events.onPod(nodeManager("t2"), null);
        assertThat(drained()).isFalse();
    }

    @Test
    void aMarkThatDiffersInAWholeListMayBeOld() {
        events.onPod(null, nodeManager("t1"));
        events.onPodsListing(true);
        events.onPod(nodeManager("t1"), nodeManager("t2"));
        assertThat(drained()).isFalse();
        events.onPodsListing(false);
        assertThat(drained()).isFalse();

        events.onPod(nodeManager("t2"), nodeManager("t3"));
        assertThat(drained()).isTrue();
    }

    @Test
    void anEvictionByAnotherClientCountsOnceForItsNode() {
        PodFacts pod = ScenePods.pod("shop", "web", change -> change);
        PodFacts evicted =
                ScenePods.pod("shop", "web", ScenePods.disrupted(cluster.clock().instant()));
        events.onPod(null, pod);
        assertThat(limits.foreignEvictions("n1", cluster.clock().instant())).isZero();

        events.onPod(pod, evicted);
        events.onPod(evicted, evicted);
        assertThat(limits.foreignEvictions("n1", cluster.clock().instant())).isEqualTo(1);

        cluster.clock().advance(Duration.ofMinutes(6));
        assertThat(limits.foreignEvictions("n1", cluster.clock().instant())).isZero();
    }

    @Test
    void aReadySchedulerAnswersUntilItIsGone() {
        events.onPod(null, scheduler("False"));
        assertThat(events.schedulers().any()).isFalse();
        events.onPod(scheduler("False"), scheduler("True"));
        assertThat(events.schedulers().any()).isTrue();
        events.onPod(scheduler("True"), null);
        assertThat(events.schedulers().any()).isFalse();
    }

    @Test
    void aNodeAndAReservationAreReadByTheNextRun() {
        events.onNode("n1");
        events.onReservation("r1");

        assertThat(limits.remembered()).isZero();
    }
}
