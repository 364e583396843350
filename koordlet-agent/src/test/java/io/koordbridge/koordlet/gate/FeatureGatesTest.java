package io.koordbridge.koordlet.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FeatureGatesTest {

    @Test
    void hasTheDefaultsOfTheReference() {
        assertThat(Arrays.stream(Gate.values()).filter(Gate::isOnByDefault).map(Gate::wireName))
                .containsExactlyInAnyOrder(
                        "BECPUSuppress",
                        "CPUBurst",
                        "RdtResctrl",
                        "NodeTopologyReport",
                        "GroupIdentity",
                        "CPUSetAllocator",
                        "BatchResource");
        assertThat(Gate.values()).hasSize(39);
    }

    @Test
    void aNamedGateWinsOverItsDefault() {
        FeatureGates gates =
                new FeatureGates(FeatureGates.parse("AllAlpha=false,BECPUSuppress=false, BECPUManager=true"));

        assertThat(gates.isOn(Gate.BECPU_SUPPRESS)).isFalse();
        assertThat(gates.isOn(Gate.BECPU_MANAGER)).isTrue();
        assertThat(gates.isOn(Gate.BATCH_RESOURCE)).isTrue();
    }

    @Test
    void rejectsUnknownNamesAndMissingValues() {
        assertThatThrownBy(() -> FeatureGates.parse("BECPUSupress=true"))
                .hasMessage("featureGates.BECPUSupress is no gate, did you mean 'BECPUSuppress'?");
        assertThatThrownBy(() -> FeatureGates.parse("BatchResource"))
                .hasMessage("featureGates: 'BatchResource': want BatchResource=true or false");
    }

    @Test
    void namesWhatIsSwitchedOnInVain() {
        assertThat(new FeatureGates(Map.of("OOMScoreAdj", true, "CoreSched", false, "BatchResource", true)).idle())
                .containsExactly("featureGates.OOMScoreAdj = true has no effect: not implemented");
    }
}
