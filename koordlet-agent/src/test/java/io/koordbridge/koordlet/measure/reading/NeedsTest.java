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
        Needs needs = Needs.NONE
                .plus(Set.of(QUOTA), pod -> pod.uid().equals("1"))
                .plus(Set.of(QUOTA, BURST), pod -> pod.uid().equals("2"));

        assertThat(needs.all()).containsExactlyInAnyOrder(QUOTA, BURST);
        assertThat(needs.podsOf(QUOTA)).accepts(pod("1"), pod("2")).rejects(pod("3"));
        assertThat(needs.podsOf(BURST)).accepts(pod("2")).rejects(pod("1"));
    }

    @Test
    void oneStrategyThatLooksAtAllIsEnough() {
        assertThat(Needs.of(Set.of(QUOTA)).plus(Set.of(QUOTA), pod -> false).podsOf(QUOTA))
                .isSameAs(Needs.ALL);
        assertThat(Needs.NONE
                        .plus(Set.of(QUOTA), pod -> false)
                        .plus(Set.of(QUOTA), Needs.ALL)
                        .podsOf(QUOTA))
                .isSameAs(Needs.ALL);
    }

    @Test
    void whatIsNotNeededIsReadForNoPod() {
        assertThat(Needs.NONE.isEmpty()).isTrue();
        assertThat(Needs.NONE.plus(Set.of(), Needs.ALL)).isSameAs(Needs.NONE);
        assertThat(Needs.of(Set.of(QUOTA)).podsOf(BURST)).rejects(pod("1"));
    }
}
