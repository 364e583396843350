package io.koordbridge.descheduler.decide.nodemanager;

import static io.koordbridge.descheduler.decide.scene.ScenePods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DrainMarksTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    private final DrainMarks marks = new DrainMarks();

    private static PodFacts nodeManager(String mark) {
        return pod(
                "yarn",
                "nm",
                pod -> pod.editMetadata()
                        .addToLabels(Labels.COMPONENT, Labels.COMPONENT_NODE_MANAGER)
                        .addToAnnotations(Annotations.POD_YARN_DRAINED, mark)
                        .addToAnnotations(Annotations.DESCHEDULER_EVICT, "true")
                        .endMetadata());
    }

    private boolean drained(Instant now) {
        return marks.isDrained("yarn-nm", now);
    }

    @Test
    void aChangeProvesADrainForTenSeconds() {
        marks.observe(nodeManager("t1"), NOW);
        assertThat(drained(NOW)).isFalse();

        marks.observe(nodeManager("t2"), NOW.plusSeconds(5));
        assertThat(drained(NOW.plusSeconds(5))).isTrue();
        assertThat(drained(NOW.plusSeconds(15))).isTrue();
        assertThat(drained(NOW.plusSeconds(16))).isFalse();
    }

    @Test
    void theTimeInTheTextDoesNotMatter() {
        marks.observe(nodeManager("2099-01-01T00:00:00Z"), NOW);
        assertThat(drained(NOW)).isFalse();

        marks.observe(nodeManager("1970-01-01T00:00:00Z"), NOW);
        assertThat(drained(NOW)).isTrue();
    }

    @Test
    void aMarkThatAppearsHasToBeRenewed() {
        marks.observe(nodeManager(""), NOW);
        marks.observe(nodeManager("t1"), NOW);
        assertThat(drained(NOW)).isFalse();

        marks.observe(nodeManager("t2"), NOW);
        assertThat(drained(NOW)).isTrue();
    }

    @Test
    void aMarkThatIsTakenAwayEndsIt() {
        marks.observe(nodeManager("t1"), NOW);
        marks.observe(nodeManager("t2"), NOW);
        marks.observe(nodeManager(""), NOW);

        assertThat(drained(NOW)).isFalse();
    }

    @Test
    void afterAGapAMarkHasToChange() {
        marks.observe(nodeManager("t1"), NOW);
        marks.observe(nodeManager("t2"), NOW);
        marks.observe(nodeManager("t3"), NOW);
        marks.gap();
        assertThat(drained(NOW)).isFalse();

        marks.observe(nodeManager("t4"), NOW);
        assertThat(drained(NOW)).isTrue();
    }

    @Test
    void aDeletedPodAndOtherPodsAreNotDrained() {
        marks.observe(nodeManager("t1"), NOW);
        marks.observe(nodeManager("t2"), NOW);
        marks.gone("yarn-nm");

        assertThat(drained(NOW)).isFalse();
        assertThat(marks.isDrained("never-seen", NOW)).isFalse();
    }
}
