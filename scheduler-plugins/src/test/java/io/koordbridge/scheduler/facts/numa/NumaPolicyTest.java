package io.koordbridge.scheduler.facts.numa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NumaPolicyTest {

    @Test
    void readsItsWireNames() {
        assertThat(NumaPolicy.ofName("SingleNUMANode")).contains(NumaPolicy.SINGLE_NUMA_NODE);
        assertThat(NumaPolicy.ofName("")).contains(NumaPolicy.NONE);
        assertThat(NumaPolicy.ofName("None")).contains(NumaPolicy.NONE);
        assertThat(NumaPolicy.ofName(null)).contains(NumaPolicy.NONE);
        assertThat(NumaPolicy.ofName("singlenumanode")).isEmpty();
        assertThat(NumaPolicy.ofName("Unknown")).isEmpty();
    }

    @Test
    void takesTheFirstKnownPolicyOfAKubelet() {
        assertThat(NumaPolicy.ofKubelet(List.of("SingleNUMANodeContainerLevel")))
                .isEqualTo(NumaPolicy.SINGLE_NUMA_NODE);
        assertThat(NumaPolicy.ofKubelet(List.of("new", "None", "RestrictedPodLevel", "BestEffort")))
                .isEqualTo(NumaPolicy.RESTRICTED);
        assertThat(NumaPolicy.ofKubelet(List.of())).isEqualTo(NumaPolicy.NONE);
    }

    @Test
    void refusesPodsOnlyWhenItIsStrict() {
        assertThat(NumaPolicy.values())
                .filteredOn(NumaPolicy::refuses)
                .containsExactly(NumaPolicy.RESTRICTED, NumaPolicy.SINGLE_NUMA_NODE);
    }
}
