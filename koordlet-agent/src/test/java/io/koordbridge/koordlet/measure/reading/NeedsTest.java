package io.koordbridge.koordlet.measure.reading;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.kubepods.PodInfo;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NeedsTest {
    private static final Need<Long> QUOTA = Need.knob(Knob.CPU_CFS_QUOTA, Scope.pods());
    private static final Need<Long> BURST = Need.knob(Knob.CPU_CFS_BURST, Scope.pods());

    private static PodInfo pod(String uid) {
        return ReadingsReaderTest.pod(uid, "LS", "Running");
    }

    @Test
    void aNeedOfTwoStrategiesIsReadForThePodsOfBoth() {
        Needs needs = new Needs.Builder()
                .add(Set.of(QUOTA), pod -> pod.uid().equals("1"))
                .add(Set.of(QUOTA, BURST), pod -> pod.uid().equals("2"))
                .build();

        assertThat(needs.all()).containsExactlyInAnyOrder(QUOTA, BURST);
        assertThat(needs.podsOf(QUOTA)).accepts(pod("1"), pod("2")).rejects(pod("3"));
        assertThat(needs.podsOf(BURST)).accepts(pod("2")).rejects(pod("1"));
    }

    @Test
    void oneStrategyThatLooksAtAllIsEnough() {
        assertThat(new Needs.Builder()
                        .add(Set.of(QUOTA), pod -> false)
                        .add(Set.of(QUOTA), Needs.ALL)
                        .add(Set.of(QUOTA), pod -> false)
                        .build()
                        .podsOf(QUOTA))
                .isSameAs(Needs.ALL);
    }

    @Test
    void whatIsNotNeededIsReadForNoPod() {
        assertThat(Needs.NONE.isEmpty()).isTrue();
        assertThat(Needs.of(Set.of())).isSameAs(Needs.NONE);
        assertThat(Needs.of(Set.of(QUOTA)).podsOf(BURST)).rejects(pod("1"));
    }
}
