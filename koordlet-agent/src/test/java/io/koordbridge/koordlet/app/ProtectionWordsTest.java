package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.gate.FeatureGates;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProtectionWordsTest {

    private static final FeatureGates DEFAULT = new FeatureGates(Map.of());
    private static final FeatureGates EVICTS = new FeatureGates(Map.of("BEMemoryEvict", true));

    @Test
    void memoryIsOnWithTheGateOfAnAgentThatActs() {
        assertThat(ProtectionWords.memory(EVICTS, Optional.empty())).isEqualTo("on");
    }

    @Test
    void memoryNamesTheObstacleOfAnAgentThatOnlyObserves() {
        assertThat(ProtectionWords.memory(EVICTS, Optional.of("observeOnly is set")))
                .isEqualTo("off: observeOnly is set");
    }

    @Test
    void memoryNamesTheGateThatIsOff() {
        FeatureGates others = new FeatureGates(Map.of("MemoryEvict", true));

        assertThat(ProtectionWords.memory(others, Optional.empty()))
                .isEqualTo("off: feature gate BEMemoryEvict is off");
    }

    @Test
    void suppressionNeedsKeyAndGate() {
        FeatureGates off = new FeatureGates(Map.of("BECPUSuppress", false));

        assertThat(ProtectionWords.unsuppressed(DEFAULT, true)).isEmpty();
        assertThat(ProtectionWords.unsuppressed(DEFAULT, false)).contains("suppress.enabled is false");
        assertThat(ProtectionWords.unsuppressed(off, true)).contains("feature gate BECPUSuppress is off");
    }
}
