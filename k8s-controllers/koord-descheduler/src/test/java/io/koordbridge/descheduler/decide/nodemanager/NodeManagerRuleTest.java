package io.koordbridge.descheduler.decide.nodemanager;

import static io.koordbridge.descheduler.decide.scene.ScenePods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class NodeManagerRuleTest {

    private static final Duration DEADLINE = Duration.ofMinutes(10);

    private final PodFacts nodeManager = pod(
            "yarn",
            "nm",
            pod -> pod.editMetadata()
                    .addToLabels(Labels.COMPONENT, Labels.COMPONENT_NODE_MANAGER)
                    .addToAnnotations(Annotations.DESCHEDULER_EVICT, "true")
                    .endMetadata());

    @Test
    void aNodeManagerIsKeptUnlessItIsDrained() {
        assertThat(NodeManagerRule.keeps(nodeManager, false, "Eviction", null, DEADLINE))
                .contains(
                        "pod yarn/nm is a NodeManager, and its mark that it is drained has not changed in the last 10 s");
        assertThat(NodeManagerRule.keeps(nodeManager, true, "Eviction", null, DEADLINE))
                .isEmpty();
    }

    @Test
    void otherPodsAreNotConcerned() {
        PodFacts other = pod("d", "a", pod -> pod);

        assertThat(NodeManagerRule.keeps(other, false, "Eviction", null, DEADLINE))
                .isEmpty();
        assertThat(NodeManagerRule.softEviction(other, Duration.ofSeconds(1), DEADLINE))
                .isEmpty();
    }

    @Test
    void aSoftEvictionHasToOutliveTheDrain() {
        assertThat(NodeManagerRule.keeps(nodeManager, false, "SoftEviction", DEADLINE, DEADLINE))
                .contains(
                        "invalid ttl: '600 s'; allowed: more than the drain deadline of 600 s, because pod yarn/nm is a"
                                + " NodeManager and its containers are drained first");
        assertThat(NodeManagerRule.keeps(nodeManager, false, "SoftEviction", DEADLINE.plusSeconds(1), DEADLINE))
                .isEmpty();
        assertThat(NodeManagerRule.keeps(nodeManager, false, "SoftEviction", Duration.ZERO, DEADLINE))
                .isEmpty();
        assertThat(NodeManagerRule.keeps(nodeManager, false, "SoftEviction", null, DEADLINE))
                .isEmpty();
    }
}
