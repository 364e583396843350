package io.koordbridge.scheduler.gatekeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.scheduler.gang.plan.GateState;
import io.koordbridge.scheduler.gatekeeper.GateRule.Switches;
import io.koordbridge.scheduler.quota.tree.PodRank;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GateRuleTest {

    @ParameterizedTest(name = "gates {0}, quotas {1}, gang {2}, gates of others {3}: {4}")
    @CsvSource({
        "true, true, FREE, false, ASK_QUOTA",
        "true, false, FREE, false, OPEN",
        "true, true, WAITS, false, STAY",
        "true, true, PLACED, false, OPEN",
        "true, true, FREE, true, STAY",
        "true, true, PLACED, true, STAY",
        "false, true, WAITS, false, OPEN",
        "false, true, FREE, true, OPEN",
    })
    void aGateOpensWhenNothingOfOursIsWaitedFor(
            boolean gates, boolean quotas, GateState gang, boolean others, GateRule expected) {
        GatedPod pod = new GatedPod("uid", "ns", "p", others, PodRank.LOWEST);

        assertThat(GateRule.of(pod, gang, new Switches(gates, quotas))).isEqualTo(expected);
    }
}
