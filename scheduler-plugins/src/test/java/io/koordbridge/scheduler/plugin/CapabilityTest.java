package io.koordbridge.scheduler.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.scheduler.Samples;
import java.util.List;
import org.junit.jupiter.api.Test;

class CapabilityTest {

    @Test
    void oneFilterOrScoreIsACapabilityThatDoesNothingElse() {
        SchedulingPlugin plugin = Samples.plugins().plugins().get(0);

        Capability capability = Capability.of(plugin);

        assertThat(capability.name()).isEqualTo(plugin.name());
        assertThat(capability.plugins()).containsExactly(plugin);
        assertThat(capability.listeners()).isEmpty();
        assertThat(capability.gate()).isEmpty();
        assertThat(capability.plan(Samples.capabilities())).isEmpty();
        assertThat(capability.lens()).isEmpty();
        assertThat(capability.details(Samples.batchPodFacts("p", 1, "1"))).isEqualTo(List.of());
        assertThat(capability.report()).isEmpty();
    }
}
