package io.koordbridge.koordlet.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.sloconfig.catalog.AgentGate;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What colo warns about by names of gates is what the agent has. */
class AgentGateTest {

    @ParameterizedTest
    @EnumSource(AgentGate.class)
    void isAGateOfTheAgentWithItsDefaultThatSwitchesSomething(AgentGate named) {
        assertThat(Arrays.stream(Gate.values()).filter(gate -> gate.wireName().equals(named.wireName())))
                .singleElement()
                .satisfies(gate -> {
                    assertThat(gate.isOnByDefault()).isEqualTo(named.isOnByDefault());
                    assertThat(gate.meaning()).isPresent();
                });
    }
}
