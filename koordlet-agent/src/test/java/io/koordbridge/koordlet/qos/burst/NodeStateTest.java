package io.koordbridge.koordlet.qos.burst;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodeStateTest {

    private static NodeState of(Double cores, int cpus) {
        return NodeState.of(Optional.ofNullable(cores), List.of(), pod -> Optional.empty(), cpus, 50);
    }

    @Test
    void theStateGoesWithTheShareOfTheSharedCpus() {
        assertThat(of(1.7, 4)).isEqualTo(NodeState.IDLE);
        assertThat(of(1.8, 4)).isEqualTo(NodeState.COOLING);
        assertThat(of(2.0, 4)).isEqualTo(NodeState.OVERLOAD);
        assertThat(of(null, 4)).isEqualTo(NodeState.UNKNOWN);
        assertThat(of(1.0, 0)).isEqualTo(NodeState.UNKNOWN);
    }

    @Test
    void theWindowIsFiveRoundsButNotLongerThanTenSeconds() {
        assertThat(NodeState.window(Duration.ofSeconds(1))).hasSeconds(5);
        assertThat(NodeState.window(Duration.ofSeconds(3))).hasSeconds(10);
    }
}
