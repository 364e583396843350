package io.koordbridge.koordlet.qos.coresched;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.QosClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoreSchedRuleTest {

    private static final CoreSchedRule RULE = new CoreSchedRule(
            true,
            new CoreSchedRule.OfClass(false, true, false),
            new CoreSchedRule.OfClass(true, false, false),
            new CoreSchedRule.OfClass(true, true, true));

    @ParameterizedTest
    @CsvSource({
        "LS, BURSTABLE, a, '', true, a",
        "LS, BURSTABLE, a, exclusive, true, u1",
        "LS, BURSTABLE, a, none, false, a",
        "LS, BURSTABLE, a, other, true, a",
        "LSE, GUARANTEED, a, '', false, a-expeller",
        "BE, BEST_EFFORT, '', '', true, -expeller",
        "NONE, GUARANTEED, a, '', true, a",
        "SYSTEM, BEST_EFFORT, a, exclusive, true, u1-expeller",
    })
    void aPodIsInTheGroupOfItsLabelsAndClass(
            QosClass label, KubeQos qos, String group, String policy, boolean enabled, String wanted) {
        assertThat(RULE.ofPod(label, qos, "u1", group, policy)).isEqualTo(new CoreSchedRule.OfPod(enabled, wanted));
    }

    @Test
    void idleFollowsTheClassOfTheDirectory() {
        assertThat(RULE.idle(KubeQos.GUARANTEED)).isZero();
        assertThat(RULE.idle(KubeQos.BURSTABLE)).isZero();
        assertThat(RULE.idle(KubeQos.BEST_EFFORT)).isOne();
        assertThat(CoreSchedRule.NONE.idle(KubeQos.BEST_EFFORT)).isZero();
    }
}
