package io.koordbridge.koordlet.qos.suppress;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.nodeslo.SuppressMethod;
import io.koordbridge.koordlet.nodeslo.SuppressSettings;
import io.koordbridge.policy.suppress.NodeLoad;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SuppressPolicyTest {

    private static SuppressDecision decide(SuppressMethod method, double usedCores, long daemonMilliCpu) {
        return SuppressPolicy.decide(new SuppressPolicy.Input(
                Optional.of(new SuppressSettings(true, 65, OptionalLong.empty(), method)),
                false,
                false,
                Optional.of(new NodeLoad(16_000, 0, usedCores, List.of(), List.of())),
                true,
                daemonMilliCpu));
    }

    @ParameterizedTest
    @EnumSource
    void theTierKeepsWhatItsDaemonsNeedByEitherMethod(SuppressMethod method) {
        assertThat(decide(method, 16, 500).allowanceMilliCpu()).isEqualTo(500);
        assertThat(decide(method, 10.2, 500).allowanceMilliCpu()).isEqualTo(500);
    }

    @ParameterizedTest
    @EnumSource
    void anAllowanceAboveThatStays(SuppressMethod method) {
        assertThat(decide(method, 4, 500).allowanceMilliCpu()).isEqualTo(6_400);
    }

    @ParameterizedTest
    @EnumSource
    void withoutADaemonTheAllowanceMayBeBelowZero(SuppressMethod method) {
        assertThat(decide(method, 16, 0).allowanceMilliCpu()).isEqualTo(-5_600);
    }
}
